import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTheme } from './base/theme'
import { App, startApp } from './shell/app'
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
