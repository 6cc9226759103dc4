import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, startApp } from './app'
import { startTheme } from './features/settings/theme'
import { faultHooks } from './ui/fault-report'

startTheme()
startApp()
const root = document.getElementById('root')
if (root)
  createRoot(root, faultHooks).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
