import { useFileDrop, useFilesFromOutside } from './use-file-drop'

/** Takes files from outside, and says where they would go while they are held over the window. */
export function DropHint() {
  useFilesFromOutside()
  const words = useFileDrop((state) => state.words)
  return words === undefined ? null : (
    <div className="drop-hint" role="status">
      <span>{words}</span>
    </div>
  )
}
