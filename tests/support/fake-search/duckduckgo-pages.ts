/** Result pages as html.duckduckgo.com sends them; what a test does not look at is left out. */

function page(query: string, results: string): string {
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="content-type" content="text/html; charset=UTF-8" />
<meta name="referrer" content="origin" /><title>${query} at DuckDuckGo</title></head>
<body class="body--html"><div><div class="header__form"><form name="x" class="header__form" action="/html/" method="post">
<input name="q" autocomplete="off" class="search__input" id="search_form_input_homepage" type="text" value="${query}" />
</form></div><div id="links" class="results">${results}</div></div>
<div class="nav-link"><form action="/html/" method="post"><input type="submit" class="btn btn--alt" value="Next" /></form></div></body></html>`
}

function redirect(url: string): string {
  return `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=0f1e2d`
}

function result(link: string, title: string, snippet: string, extra = ''): string {
  return `<div class="result results_links results_links_deep web-result ">
  <div class="links_main links_deep result__body">
    <h2 class="result__title"><a rel="nofollow" class="result__a" href="${link}">${title}</a></h2>
    <div class="result__extras"><div class="result__extras__url"><span class="result__icon"></span>
      <a class="result__url" href="${link}">shown.example/…</a>${extra}</div></div>
    <a class="result__snippet" href="${link}">${snippet}</a><div class="clear"></div>
  </div></div>`
}

/** A page of results made for this query; the texts are escaped. */
export function resultPage(query: string, results: readonly { title: string; url: string; snippet: string }[]): string {
  return page(
    escapeText(query),
    results.map(({ title, url, snippet }) => result(redirect(url), escapeText(title), escapeText(snippet))).join('\n'),
  )
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

const advertisement = `<div class="result results_links results_links_deep result--ad ">
  <div class="links_main links_deep result__body"><h2 class="result__title">
    <a rel="nofollow" class="result__a" href="https://duckduckgo.com/y.js?ad_domain=shop.example&amp;ad_provider=bingv7aa&amp;u3=https%3A%2F%2Fwww.bing.com%2Faclick">Buy drills</a>
    <button class="badge--ad">Ad</button></h2><a class="result__snippet" href="#">Cheap drills</a></div></div>`

/** Wrapped twice and without a mark of its own. */
const hiddenAdvertisement = result(
  redirect('https://duckduckgo.com/y.js?ad_domain=shop.example&ad_provider=bingv7aa'),
  'More drills',
  'Also cheap',
)

export const duckDuckGoPages = {
  results: page(
    'lending library',
    [
      advertisement,
      hiddenAdvertisement,
      result(
        redirect('https://en.wikipedia.org/wiki/Tool_library?a=1&b=2'),
        'Tool <b>library</b> &amp; more',
        'A <b>library</b> of &quot;things&quot; &#x27;lent&#x27; – caf&eacute;.',
        '<span>&nbsp; &nbsp; 2024-05-01T00:00:00.0000000</span>',
      ),
      result(
        redirect('https://example.org/find?uddg=https%3A%2F%2Fother.example%2F'),
        'Its own uddg',
        'A true address that has such a part.',
      ),
      result('https://direct.example/page', 'Direct', 'Not wrapped.'),
      result('/l/?kh=-1&amp;uddg=https%3A%2F%2Frelative.example%2F%25zz%3Fq%3D100%25', 'Broken percent', 'From an older form.'),
      result(redirect('https://en.wikipedia.org/wiki/Tool_library?a=1&b=2'), 'Twice', 'The same page.'),
      result(redirect('javascript:alert(1)'), 'Script', 'No address.'),
      result(redirect('https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe'), 'Größe', 'Umlaute und 日本語.'),
    ].join('\n'),
  ),
  /** Attributes in another order, single quotes, another case. */
  reordered: page(
    'order',
    `<div class='web-result result'><h2 class='result__title'><A HREF='${redirect('https://one.example/')}' CLASS='js-x result__a' rel=nofollow>One</A></h2>
     <a href='#' class='result__snippet'>First.</a></div>`,
  ),
  /** The query stands in the page, and here it is about the challenge itself. */
  aboutChallenges: page(
    'anomaly-modal challenge-form anomaly.js',
    result(redirect('https://docs.example/'), 'About anomaly-modal', 'The challenge-form posts to anomaly.js'),
  ),
  nothing: page(
    'qzxqzx',
    '<div class="result results_links results_links_deep result--no-result"><div class="no-results">No results found for <b>qzxqzx</b></div></div>',
  ),
  onlyAdvertisements: page('drills', advertisement),
  challenge: `<!DOCTYPE html><html><head><title>DuckDuckGo</title></head><body><div class="anomaly-modal__mask"><div class="anomaly-modal__modal">
    <form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html&cc=botnet" method="POST">
    <div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>
    <div class="anomaly-modal__description">Please complete the following challenge to confirm this search was made by a human.</div></form></div></div></body></html>`,
  changed: `<!DOCTYPE html><html><head><title>lending library at DuckDuckGo</title></head><body><main><section data-testid="mainline">
    <article data-testid="result"><h2><a href="https://en.wikipedia.org/wiki/Tool_library">Tool library</a></h2></article></section></main></body></html>`,
}
