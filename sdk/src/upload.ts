/** A file to send: a Blob or a File, bytes, or text. A Blob without a name, bytes and text need `name`. */
export type Upload = { content: Blob | ArrayBuffer | Uint8Array | string; name?: string };

/** A form with the one file in it. A form can be sent again, so an upload can be retried. */
export function formWith({ content, name }: Upload): FormData {
  const fileName = name ?? (content as { name?: string }).name;
  if (!fileName) throw new TypeError('An upload needs a name, such as { content, name: "offer.pdf" }');
  const form = new FormData();
  form.set('file', content instanceof Blob ? content : new Blob([content as string | Uint8Array<ArrayBuffer>]), fileName);
  return form;
}
