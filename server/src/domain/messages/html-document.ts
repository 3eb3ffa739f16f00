/** A mail's sanitised HTML, its text, and the content ids of its attachments in their order. */
export type CleanMail = { html: string | null; text: string; contentIds: (string | null)[] };

type Shown = { images: ReadonlyMap<string, string>; withRemoteImages: boolean };

/** The most inline images of a document. */
const MOST_IMAGES = 30;

/** Returns the policy of a document: it loads nothing but its own images, and images of other servers only if asked for. */
export const policyFor = (withRemoteImages: boolean): string =>
  `default-src 'none'; img-src data:${withRemoteImages ? ' https: http:' : ''}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;

/**
 * Returns a complete document. Its policy is also inside it, for a caller that fetches the document and shows it in a frame (`srcdoc`),
 * where response headers do not count.
 */
export function htmlDocument(mail: CleanMail, shown: Shown): string {
  const body = mail.html === null ? `<pre>${escapeHtml(mail.text)}</pre>` : withImages(mail.html, shown);
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(shown.withRemoteImages)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<style>body { margin: 0; overflow-wrap: anywhere; font-family: system-ui, sans-serif } pre { white-space: pre-wrap; font: inherit; margin: 0 } img { max-width: 100% }</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** The sanitiser writes attributes in double quotes and escapes quotes and angle brackets inside them, so a tag ends at the first `>`. */
const IMAGE = /<img [^<>]*>/g;
const INLINE = / src="cid:([^"]{1,1000})"/i;

/** Replaces content ids by the images themselves, and loads remote images if asked for. */
const withImages = (html: string, { images, withRemoteImages }: Shown): string =>
  html.replace(IMAGE, (tag) => {
    const inline = tag.replace(INLINE, (_, contentId: string) => sourceOf(images.get(contentIdOf(contentId))));
    return withRemoteImages ? inline.replace(' data-remote-src="', ' src="') : inline;
  });

const sourceOf = (image: string | undefined): string => (image === undefined ? '' : ` src="${image}"`);

/** Returns the content ids that the HTML uses, with the position of their attachments. */
export function imagesWanted({ html, contentIds }: CleanMail): { contentId: string; position: number }[] {
  const wanted = new Set<string>();
  for (const [tag] of (html ?? '').matchAll(IMAGE)) {
    const contentId = INLINE.exec(tag)?.[1];
    if (contentId !== undefined && wanted.size < MOST_IMAGES) wanted.add(contentIdOf(contentId));
  }
  return [...wanted].flatMap((contentId) => {
    const position = contentIds.indexOf(contentId);
    return position < 0 ? [] : [{ contentId, position }];
  });
}

/** Returns a content id as its attachment has it: without escapes of HTML and URLs. */
function contentIdOf(written: string): string {
  const plain = written.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
