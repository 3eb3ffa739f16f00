// Before anything is drawn: the theme that was chosen here before.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {
  // A reader who keeps no storage has the system's theme.
}
