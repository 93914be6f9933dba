export const linkedSignInsPath = '/account/providers'
export const signInPath = '/admin/admin-editor-login'
