import { contract } from '../../../../shared/contract'
import { defineTool, type McpTool } from '../tool'
import { idField } from './fields'

export const writingTools: readonly McpTool[] = [
  defineTool({
    name: 'capture_thought',
    title: 'Capture a thought',
    description:
      'Saves a new thought in the vault of the person, in their words. Only when they ask for it. Gives its id. With "private" it stays on this computer and no program, this one included, gets it again.',
    command: 'capture-item',
    input: contract['capture-item'].input,
    fields: {
      body: 'The text, as Markdown.',
      title: 'A title; without it the first line of the text is used.',
      tags: 'Names of tags, without #.',
      private: 'The thought stays here and is kept from every program.',
    },
    fitting: 'once',
    answer: ({ input, call }) => call('capture-item', input),
  }),
  defineTool({
    name: 'link_thoughts',
    title: 'Link two thoughts',
    description: 'Links two thoughts, with a reason if there is one. Only when the person asks for it.',
    command: 'add-link',
    input: contract['add-link'].input,
    fields: { fromId: idField, toId: 'The id of the other thought.', reason: 'Why they belong together, in a few words.' },
    fitting: 'once',
    answer: ({ input, call }) => call('add-link', input),
  }),
]
