/** The picker in a file of its own, for pages that load it when it opens. */
export { MediaPicker } from './media-picker.tsx'
