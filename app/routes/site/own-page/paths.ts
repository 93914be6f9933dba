export const ownPath = '/my-page'
export const signInPath = '/my-page/sign-in'
export const codePath = '/my-page/code'
export const choosePath = '/my-page/choose'
