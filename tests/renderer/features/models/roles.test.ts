import { describe, expect, test } from 'vitest'
import { chosenModels, textModel, textRoleOf } from '../../../../src/renderer/base/roles-in-force'
import {
  chosenWords,
  rolesOf,
  serverChoices,
  standInWords,
  textRolesChange,
  withLimits,
  withModel,
} from '../../../../src/renderer/features/models/role-choices'
import { at, endpointAt, far, settingsWith } from './settings-with'

describe('the role in force', () => {
  test('thinker and worker stand in for each other, and the built-in engine comes before both', () => {
    const { thinker } = { thinker: at('far', 'big') }
    expect(textModel(settingsWith({ thinker }), 'worker')).toEqual(thinker)
    expect(textModel(settingsWith({ worker: at('local') }), 'thinker')).toEqual(at('local'))
    expect(textModel(settingsWith({ thinker, worker: at('local') }), 'worker')).toEqual(at('local'))
    expect(textModel(settingsWith({ thinker }, 'builtin'), 'thinker')).toBeNull()
  })

  test('every stage of Deep Think is the thinker’s, a summary and a briefing the worker’s', () => {
    expect((['expand', 'counterpoint', 'synthesize', 'summarize', 'generate_item_briefing'] as const).map(textRoleOf)).toEqual([
      'thinker',
      'thinker',
      'thinker',
      'worker',
      'worker',
    ])
  })

  test('a server that stands in is shown with both roles; chosen models are named once', () => {
    const settings = settingsWith({ thinker: at('far', 'big'), embedder: at('local', 'embed'), voice: { ...at('far', 'big'), voice: 'v' } })
    expect(rolesOf('far', settings)).toEqual(['thinker', 'worker', 'voice'])
    expect(rolesOf('local', settings)).toEqual(['embedder'])
    expect(chosenModels(settings)).toEqual(['big', 'embed'])
  })
})

describe('what can be chosen', () => {
  test('without a server of its own a role is built in, or the same as the other that writes', () => {
    const { roles } = settingsWith({ thinker: at('far') })
    expect([standInWords(roles, 'worker'), standInWords(roles, 'thinker'), standInWords(roles, 'embedder')]).toEqual([
      'Same as Thinker',
      'Built in',
      'Built in',
    ])
  })

  test('two servers of one name can be told apart', () => {
    const twins = [
      endpointAt('a', 'http://127.0.0.1:1/v1', { name: 'Ollama' }),
      endpointAt('b', 'http://127.0.0.1:2/v1', { name: 'Ollama' }),
    ]
    const names = serverChoices([...twins, far], settingsWith({}).roles, 'voice').map(([, name]) => name)
    expect(names).toEqual(['Built in', 'Ollama, http://127.0.0.1:1/v1', 'Ollama, http://127.0.0.1:2/v1', 'far'])
  })
})

describe('a choice', () => {
  test('the first one switches thinking on; whoever has switched it off keeps it off', () => {
    expect(textRolesChange(settingsWith({}, 'builtin'), 'thinker', at('far'))).toEqual({ roles: { thinker: at('far') } })
    expect(textRolesChange(settingsWith({ thinker: at('far') }, 'builtin'), 'worker', at('local'))).toEqual({
      engine: 'builtin',
      roles: { worker: at('local') },
    })
    expect(textRolesChange(settingsWith({ thinker: at('far') }), 'thinker', null)).toEqual({ roles: { thinker: null } })
  })

  test('another model does not keep the context of the one before, another server keeps nothing', () => {
    const before = { ...at('far', 'big'), contextTokens: 200_000, timeoutSeconds: 900 }
    expect(withModel(before, 'far', 'big')).toEqual(before)
    expect(withModel(before, 'far', 'small')).toEqual({ ...at('far', 'small'), timeoutSeconds: 900 })
    expect(withModel(before, 'local', 'big')).toEqual(at('local', 'big'))
  })

  test('an emptied limit is left out, since the contract takes no undefined', () => {
    const before = { ...at('far', 'big'), contextTokens: 200_000, timeoutSeconds: 900 }
    const after = withLimits(before, { contextTokens: undefined, timeoutSeconds: 60 })
    expect(Object.keys(after).sort()).toEqual(['endpointId', 'model', 'timeoutSeconds'])
  })

  test('the toast says who does what then, not only what was pressed', () => {
    const words = (roles: Parameters<typeof settingsWith>[0], role: 'thinker' | 'worker', engine: 'endpoint' | 'builtin' = 'endpoint') =>
      chosenWords({ engine, roles: settingsWith(roles).roles }, role)
    expect(words({ thinker: at('local', 'gemma') }, 'thinker')).toBe('gemma does Deep Think, summaries and briefings now.')
    expect(words({ thinker: at('far', 'big'), worker: at('local', 'gemma') }, 'worker')).toBe('gemma writes summaries and briefings now.')
    expect(words({ thinker: at('far', 'big') }, 'worker')).toBe('The Worker uses the model of the Thinker now.')
    expect(words({}, 'thinker')).toBe('The built-in engine does Deep Think, summaries and briefings now.')
    expect(words({ thinker: at('far', 'big') }, 'thinker', 'builtin')).toMatch(/^Kept for later/)
  })
})
