export const signInPath = '/admin/admin-editor-login'
