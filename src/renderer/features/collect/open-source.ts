import { copyText } from '../../ui/copy-text'
import { openableUrl } from '../../ui/markdown'
import { showToast } from '../../ui/toast'

/** Copies the address of a source. */
export async function copyAddress(url: string): Promise<void> {
  const { copied } = await copyText(url)
  showToast(copied ? 'Address copied.' : 'The address could not be copied. Open the item and select it there.')
}

/** Has the desktop ask whether to open an address in the browser; an address that it does not open, or a window without a desktop, copies it. */
export async function openSource(address: string): Promise<void> {
  const url = openableUrl(address)
  if (url?.protocol === 'https:' && window.platform) await window.platform.openExternal(url.href)
  else await copyAddress(address)
}
