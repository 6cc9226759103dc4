import { expect, it } from 'vitest'
import { createSystemZone } from '../../../src/main/features/schedules/system-zone'

it('holds to a TZ that a person set, also when it is set while the program runs', () => {
  const before = process.env.TZ
  try {
    const zone = createSystemZone()
    process.env.TZ = 'Asia/Tokyo'
    expect(zone()).toBe('Asia/Tokyo')
    process.env.TZ = 'America/St_Johns'
    expect(zone()).toBe('America/St_Johns')
  } finally {
    if (before === undefined) Reflect.deleteProperty(process.env, 'TZ')
    else process.env.TZ = before
  }
})

it('has Node look anew when the file of the zone changed, and only then', () => {
  let stamp = 'a'
  const deletions: PropertyKey[] = []
  const env = new Proxy({} as Record<string, string | undefined>, {
    deleteProperty(target, key) {
      deletions.push(key)
      return Reflect.deleteProperty(target, key)
    },
  })
  const zone = createSystemZone({ env, platform: 'linux', stamp: () => stamp })
  zone()
  zone()
  expect(deletions).toEqual([])
  stamp = 'b'
  zone()
  zone()
  expect(deletions).toEqual(['TZ'])
})
