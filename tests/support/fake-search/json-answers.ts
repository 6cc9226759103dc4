/** Answers of search services in the form that each documents. */
export const braveAnswer = {
  type: 'search',
  query: { original: 'lending library', more_results_available: true },
  web: {
    type: 'search',
    results: [
      {
        title: 'Tool <strong>library</strong> &amp; more',
        url: 'https://en.wikipedia.org/wiki/Tool_library',
        description: 'A <strong>library</strong> of things.',
        page_age: '2024-05-01T10:00:00',
        age: 'May 1, 2024',
        language: 'en',
      },
      { title: 'No address' },
      { title: 'Second', url: 'http://second.example/', description: '' },
    ],
  },
}
export const braveNothing = { type: 'search', query: { original: 'qzxqzx' } }
export const braveBadKey = {
  type: 'ErrorResponse',
  error: { id: '1', status: 422, code: 'SUBSCRIPTION_TOKEN_INVALID', detail: 'The provided subscription token is invalid.' },
}

export const tavilyAnswer = {
  query: 'lending library',
  answer: null,
  images: [],
  results: [
    {
      title: 'Tool library',
      url: 'https://en.wikipedia.org/wiki/Tool_library',
      content: 'A library of things.',
      score: 0.87,
      raw_content: null,
    },
    { title: 'News', url: 'https://news.example/a', content: 'Opened.', score: 0.5, published_date: 'Tue, 05 Mar 2024 10:00:00 GMT' },
  ],
  response_time: 1.09,
}

export const exaAnswer = {
  requestId: 'b5947044c4b78efa9552a7c89b306d95',
  resolvedSearchType: 'neural',
  results: [
    {
      id: 'https://en.wikipedia.org/wiki/Tool_library',
      url: 'https://en.wikipedia.org/wiki/Tool_library',
      title: 'Tool library',
      publishedDate: '2023-11-16T01:36:32.547Z',
      author: 'A',
      score: 0.46,
      text: 'A library of things. '.repeat(40),
    },
    { id: 'x', url: 'https://untitled.example/', title: null, publishedDate: null, author: null },
  ],
  costDollars: { total: 0.005 },
}

export const serpapiAnswer = {
  search_metadata: { id: '1', status: 'Success' },
  search_parameters: { engine: 'google', q: 'lending library' },
  search_information: { organic_results_state: 'Results for exact spelling' },
  ads: [{ position: 1, title: 'Buy drills', link: 'https://shop.example/' }],
  organic_results: [
    {
      position: 1,
      title: 'Tool library',
      link: 'https://en.wikipedia.org/wiki/Tool_library',
      snippet: 'A library of things.',
      date: 'May 1, 2024',
    },
    { position: 2, title: 'Fresh', link: 'https://fresh.example/', snippet: 'New.', date: '3 days ago' },
  ],
}
export const serpapiNothing = {
  search_metadata: { id: '1', status: 'Success' },
  search_information: { organic_results_state: 'Fully empty' },
  error: "Google hasn't returned any results for this query.",
}

export const searxngAnswer = {
  query: 'lending library',
  number_of_results: 0,
  results: [
    {
      url: 'https://en.wikipedia.org/wiki/Tool_library',
      title: 'Tool library',
      content: 'A library of things.',
      publishedDate: '2024-05-01T00:00:00',
      engine: 'wikipedia',
      score: 9.0,
      category: 'general',
    },
    { url: 'magnet:?xt=1', title: 'No page', content: '' },
  ],
  answers: [],
  suggestions: [],
  unresponsive_engines: [['qwant', 'timeout']],
}
export const searxngNothing = { query: 'qzxqzx', number_of_results: 0, results: [], unresponsive_engines: [] }
export const searxngAllBlocked = {
  query: 'x',
  number_of_results: 0,
  results: [],
  unresponsive_engines: [
    ['google', 'CAPTCHA'],
    ['bing', 'timeout'],
  ],
}
