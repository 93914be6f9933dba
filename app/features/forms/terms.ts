/** How long a started form is stored after its last change. */
export const draftDays = 60
