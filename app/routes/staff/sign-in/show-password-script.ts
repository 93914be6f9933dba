/** What scripts add to the pages of mailed links, which have no runtime. */
import { offerToShow } from '#ui/form/show-password.ts'

offerToShow()
