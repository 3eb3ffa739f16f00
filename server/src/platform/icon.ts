/** The icon of the documentation site and of the API reference, as SVG. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Patchbay</title><rect width="32" height="32" rx="7" fill="#0f766e"/><path d="M8 10c10 0 6 12 16 12" fill="none" stroke="#fff" stroke-width="2.5"/><circle cx="8" cy="10" r="3.2" fill="#fff"/><circle cx="24" cy="22" r="3.2" fill="#fff"/><circle cx="8" cy="22" r="2" fill="#99f6e4"/><circle cx="24" cy="10" r="2" fill="#99f6e4"/></svg>';
