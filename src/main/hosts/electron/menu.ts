import { Menu, type MenuItemConstructorOptions } from 'electron'

/** The standard menus: editing, zoom, window. There is no reload and, but for developing, no inspector. */
export function buildMenu({ devTools, platform }: { devTools: boolean; platform: NodeJS.Platform }): Menu {
  const template: MenuItemConstructorOptions[] = [
    platform === 'darwin' ? { role: 'appMenu' } : { label: '&File', submenu: [{ role: 'quit' }] },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        // The key of "+" without Shift, which most keyboards have and the standard shortcut leaves out.
        { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false, acceleratorWorksWhenHidden: true },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(devTools ? [{ role: 'toggleDevTools' } as const] : []),
      ],
    },
    { role: 'windowMenu' },
  ]
  return Menu.buildFromTemplate(template)
}
