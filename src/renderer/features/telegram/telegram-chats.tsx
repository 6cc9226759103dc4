import type { TelegramChat } from '../../../shared/contract/telegram'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { formatClock, formatWhen } from '../../ui/format-time'
import { showToast } from '../../ui/toast'
import { useNow } from '../../ui/use-now'
import { allowChat } from './telegram-store'

function change(chat: TelegramChat, allowed: boolean): void {
  const done = allowed ? `Messages from ${chat.name} are kept from now on.` : `Messages from ${chat.name} are no longer kept.`
  allowChat(chat.id, allowed).then(
    () => showToast(done, () => void allowChat(chat.id, !allowed).catch(() => undefined)),
    (error: unknown) => showToast(errorWords(error)),
  )
}

/** The chats that wrote to the bot, those that are allowed first. */
export function TelegramChats({ chats }: { chats: readonly TelegramChat[] }) {
  const now = useNow(60_000)
  const timeOf = (at: number) => {
    const [when, clock] = [formatWhen(at, now), formatClock(at)]
    return when === clock ? clock : `${when}, ${clock}`
  }
  return (
    <div className="figures-scroll">
      <table className="figures telegram-chats">
        <caption className="sr">Chats that wrote to the bot</caption>
        <thead>
          <tr>
            <th scope="col">Chat</th>
            <th scope="col">Last wrote</th>
            <th scope="col">
              <span className="sr">Kept</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {chats.map((chat) => (
            <tr key={chat.id}>
              <th scope="row">
                <b dir="auto">{chat.name}</b>
                <span className="chat-id">{chat.id}</span>
              </th>
              <td className="time">{chat.lastAt === null ? 'Not yet' : timeOf(chat.lastAt)}</td>
              <td className="r">
                <Button {...(chat.allowed ? { variant: 'quiet' } : {})} onClick={() => change(chat, !chat.allowed)}>
                  {chat.allowed ? 'Stop' : 'Allow'}
                  <span className="sr"> {chat.name}</span>
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
