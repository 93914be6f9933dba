/**
 * The one small script of the public pages, bundled by itself and inlined. Every page works without it; it completes.
 * Listeners sit on the document, so that markup that React draws or redraws later needs no second start.
 */
import { shrinkBar } from './bar.ts'
import { followContents } from './contents.ts'
import { serveDialogs } from './dialogs.ts'
import { serveLightbox } from './lightbox.ts'
import { serveMenu } from './menu.ts'
import { serveThemeToggle } from './theme.ts'
import { addVisitorTimes } from './zones.ts'

shrinkBar()
serveThemeToggle()
serveMenu()
serveDialogs()
serveLightbox()
addVisitorTimes()
followContents()
document.querySelector<HTMLElement>('[data-error-summary]')?.focus()
