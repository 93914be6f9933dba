/**
 * Runs in the head before the first paint: the remembered theme, and the mark that scripts run at all. `<html>` needs
 * suppressHydrationWarning, because it has these attributes before React sees it.
 */
export const themeScript =
  "(d=>{d.dataset.js='';try{let t=localStorage.theme;if(t=='light'||t=='dark')d.dataset.theme=t}catch{}})(document.documentElement)"
