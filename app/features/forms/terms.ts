/** How long a form that was begun is kept after its last change. */
export const draftDays = 60
