import { AudioLines, Download, File as FileIcon, FileText, Image, type LucideIcon, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { Attachment, AttachmentKind } from '../../../shared/attachment'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { cancelUpload } from './attach-files'
import { removeAttachment, type Upload, useAttachments } from './attachments-store'
import { AudioPlayer } from './audio-player'
import { byteWords } from './file-bytes'
import { saveCopy } from './save-copy'

const icons: Record<AttachmentKind, LucideIcon> = { image: Image, pdf: FileText, text: FileText, audio: AudioLines, file: FileIcon }
const kinds: Record<AttachmentKind, string> = { image: 'Picture', pdf: 'PDF', text: 'Text', audio: 'Audio', file: 'File' }

function factsOf({ kind, pages, bytes, text }: Attachment): string {
  const facts = [kinds[kind]]
  if (pages !== null) facts.push(`${pages} ${pages === 1 ? 'page' : 'pages'}`)
  facts.push(byteWords(bytes))
  if (text === 'waiting') facts.push('its text is being read')
  return facts.join(', ')
}

/** One file: what it is, its first words, and what can be done with it. */
export function FileRow({ attachment, locked, onRead }: { attachment: Attachment; locked: boolean; onRead: (page: number) => void }) {
  const [problem, setProblem] = useState<string>()
  const found = useAttachments((state) => (state.found?.id === attachment.id ? state.found : undefined))
  const { kind, name, excerpt, textNote, pages } = attachment
  const note = problem ?? textNote
  const readable = attachment.text === 'read' || attachment.text === 'partly'
  const foundOn = found && readable ? (found.page ?? 1) : null
  return (
    <li className="file">
      <Icon of={icons[kind]} />
      <div className="file-words">
        {readable && excerpt !== '' ? (
          <button type="button" className="file-name cut" dir="auto" title={`Read the text of ${name}`} onClick={() => onRead(1)}>
            {name}
          </button>
        ) : (
          <span className="file-name cut" dir="auto">
            {name}
          </span>
        )}
        <span className="file-facts">{factsOf(attachment)}</span>
        {excerpt !== '' && (
          <span className="file-excerpt" dir="auto">
            {excerpt}
          </span>
        )}
        {foundOn !== null && (
          <button type="button" className="link" onClick={() => onRead(foundOn)}>
            {pages === null ? 'Found in its text' : `Found on page ${foundOn}`}
          </button>
        )}
        {note !== '' && <span className="file-note">{note}</span>}
        {kind === 'audio' && <AudioPlayer attachment={attachment} onProblem={setProblem} />}
      </div>
      <span className="file-acts">
        <IconButton icon={Download} label={`Save a copy of ${name}`} onClick={() => void saveCopy(attachment)} />
        {!locked && <IconButton icon={Trash2} label={`Remove ${name}`} onClick={() => void removeAttachment(attachment)} />}
      </span>
    </li>
  )
}

/** A file on its way, with how far it is and a way to stop it. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { name, bytes, sent } = upload
  const done = bytes === 0 ? 0 : Math.floor((sent / bytes) * 100)
  return (
    <li className="file">
      <Icon of={FileIcon} />
      <div className="file-words">
        <span className="file-name cut" dir="auto">
          {name}
        </span>
        <span className="file-facts num">{sent === 0 ? `${byteWords(bytes)}, waits` : `${byteWords(sent)} of ${byteWords(bytes)}`}</span>
        <progress max={100} value={done} aria-label={`Attaching ${name}`} />
      </div>
      <span className="file-acts shown">
        <IconButton icon={X} label={`Stop attaching ${name}`} onClick={() => cancelUpload(upload)} />
      </span>
    </li>
  )
}
