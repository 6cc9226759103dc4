import { AppError } from '../../../shared/errors'

const shortestLength = 12
const longestBytes = 4096
/** Long enough to pass the length rule, and in every attacker's first list. Compared without case, spaces and punctuation. */
const common = new Set(
  (
    'password1234 password12345 password123456 passwordpassword passw0rdpassw0rd adminadminadmin administrator1 administrator123 123456789012 1234567890123 ' +
    '12345678901234 123456789123 123456789abc 123456123456 1234567890ab 0123456789ab 012345678901 098765432109 987654321098 abcdefghijkl abcdefghijklm ' +
    'abcdefghijklmnop abcdefghijklmnopqrstuvwxyz abc123abc123 abcd12345678 qwertyuiopas qwertyuiopasdf qwertyuiop12 qwertyuiop123 qwertyuiop1234567890 ' +
    'qwerty123456 qwerty1234567 qwertyqwerty 1q2w3e4r5t6y 1qaz2wsx3edc 1qaz2wsx3edc4rfv zaq12wsxcde3 asdfghjklqwe asdfghjkl123 zxcvbnmasdfg iloveyou1234 ' +
    'iloveyouiloveyou iloveyouforever letmeinletmein letmein12345 welcome12345 welcometothejungle welcomewelcome changemechangeme changeme1234 ' +
    'trustno1trustno1 passphrasepassphrase mypassphrase mypassphrase1 mypassword12 mypassword123 mysecretpassword supersecretpassword ' +
    'secretpassword secretsecret thisismypassword thisisapassword thisismypassphrase opensesame12 opensesameopensesame thequickbrownfox ' +
    'thequickbrownfoxjumpsoverthelazydog tobeornottobe sunshine1234 princess1234 football1234 baseball1234 dragondragon monkeymonkey'
  ).split(' '),
)

/** The bytes that go into the key derivation: NFKC, so that the same keys typed on another system give the same bytes. The caller wipes them. */
export function passphraseBytes(passphrase: string): Buffer {
  const bytes = Buffer.from(passphrase.normalize('NFKC'), 'utf8')
  if (bytes.length > longestBytes)
    throw new AppError('BAD_INPUT', `The passphrase is longer than ${longestBytes} bytes. Use a shorter one.`)
  return bytes
}

/** Throws WEAK_PASSPHRASE for one that an attacker would try first: short, well known, or made of hardly any different characters. */
export function assertStrongPassphrase(passphrase: string): void {
  const characters = [...passphrase.normalize('NFKC')]
  if (characters.length < shortestLength) throw weak(`It has ${characters.length} characters; it needs at least ${shortestLength}.`)
  if (new Set(characters.map((character) => character.toLowerCase())).size < 4) throw weak('It repeats the same few characters.')
  if (
    common.has(
      characters
        .join('')
        .toLowerCase()
        .replace(/[\s\p{P}\p{S}]/gu, ''),
    )
  )
    throw weak('It is among the first that anybody would try.')
}

function weak(why: string): AppError {
  return new AppError(
    'WEAK_PASSPHRASE',
    `This passphrase is too easy to guess. ${why} Six random words are easy to remember and hard to guess.`,
  )
}
