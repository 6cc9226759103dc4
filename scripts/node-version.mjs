// Says what is wrong when Node is too old.
const oldestNode = 20

/** Undefined when `version` (such as "v20.1.0") is new enough, else the sentence to print. */
export function nodeTooOld(version) {
  const major = Number(version.replace(/^v/, '').split('.')[0])
  if (major >= oldestNode) return undefined
  return `Cortexa needs Node ${oldestNode} or newer to set itself up; this is Node ${version}. Install a newer Node and run the command again.`
}
