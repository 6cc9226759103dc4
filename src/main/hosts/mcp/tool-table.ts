import type { CommandName } from '../../../shared/contract'
import type { McpTool } from './tool'
import { jobTools } from './tools/job-tools'
import { readingTools } from './tools/reading-tools'
import { thinkingTools } from './tools/thinking-tools'
import { writingTools } from './tools/writing-tools'

/** Every tool, in the order in which clients list them. A new one joins its file; a test holds the descriptions fast. */
export const tools: readonly McpTool[] = [...readingTools, ...writingTools, ...thinkingTools, ...jobTools]

/** Commands that the contract opens to assistants and that are no tool, each with the reason. */
export const withoutTool: Partial<Record<CommandName, string>> = {
  'get-origins': 'for this host itself, which says of each text where it came from',
  'update-item': 'what a person wrote is changed in the window',
  'pin-item': 'what matters is for the person to say',
  'delete-item': 'whatever removes something is done in the window',
  'review-item': 'whether a thought still holds is for the person to say',
  'suggest-tags': 'an assistant finds tags by itself',
  'brief-many': 'many thoughts at once are chosen in the window, where the person sees which',
  'orchestrate-item': 'its question for the web is a way out, seen by the person in the window (docs/security.md H30)',
  'get-orchestration': 'belongs to orchestrate-item',
  'list-orchestrations': 'belongs to orchestrate-item',
  'list-reflections': 'get_reflection gives the newest',
  'get-review': 'list_review counts',
  'get-collection': 'list_collections and list_collected_items say the same',
  'collection-of-item': 'list_collected_items says the same',
}
