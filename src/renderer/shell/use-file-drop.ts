import { useEffect } from 'react'
import { create } from 'zustand'
import { attachFiles } from '../features/attachments/attach-files'
import { useCapture } from '../features/capture/capture-store'
import { useItem } from '../features/items/item-store'
import { currentTime } from '../ui/clock'
import { isTyping } from '../ui/keys'

/** What is said while files are held over the window; undefined when none are. */
export const useFileDrop = create<{ words: string | undefined }>(() => ({ words: undefined }))

/** The thought that files belong to: the one on the page, unless the box for a new one is open. Null for a new thought. */
function target(): string | null {
  if (useCapture.getState().open) return null
  const { item, wanted } = useItem.getState()
  const shown = document.querySelector('.page[aria-label="Thought"]') !== null
  return shown && item && item.id === wanted && item.deletedAt === null ? item.id : null
}

function take(files: File[]): void {
  if (files.length === 0) return
  const itemId = target()
  if (itemId === null) void useCapture.getState().addFiles(files)
  else void attachFiles(itemId, files)
}

/** Pictures from the clipboard are all called alike; the time tells them apart. */
function named(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file
  const now = new Date(currentTime())
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const time = `${two(now.getHours())}.${two(now.getMinutes())}.${two(now.getSeconds())}`
  return new File([file], `Pasted picture ${day} ${time}${file.name.slice(file.name.lastIndexOf('.'))}`, { type: file.type })
}

const holdsFiles = (data: DataTransfer | null) => data?.types.includes('Files') === true
/** Over a question, a viewer or the palette nothing is dropped. */
const isBusy = () => document.querySelector('dialog[open]:not(:has(.cap-win))') !== null

/** Takes files that are dropped or pasted anywhere in the window of an open vault. Once, in the shell. */
export function useFilesFromOutside(): void {
  useEffect(() => {
    const say = (words: string | undefined) => useFileDrop.getState().words !== words && useFileDrop.setState({ words })
    const over = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = isBusy() ? 'none' : 'copy'
      say(isBusy() ? undefined : target() === null ? 'Drop to keep them as a new thought' : 'Drop to attach them to this thought')
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && say(undefined)
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      say(undefined)
      if (!isBusy()) take([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isBusy()) return
      const field = event.target instanceof Element && isTyping(event.target) ? event.target : null
      // A copied passage may come with a picture of itself; in a text field the words are meant.
      if (field && (event.clipboardData?.getData('text/plain') ?? '') !== '') return
      if (field && !field.matches('.edit-body, .edit-title, .cap-text, .first-words')) return
      event.preventDefault()
      take(files.map(named))
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [])
}
