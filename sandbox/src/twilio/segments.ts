const GSM7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
const TWO_UNITS = /[\^{}\\[~\]|€]/g;

/** Returns the number of segments of a text: 160 units in one or 153 in each, and 70 or 67 with UCS-2. */
export function segmentsOf(body: string): number {
  if (GSM7.test(body)) {
    const units = body.length + (body.match(TWO_UNITS)?.length ?? 0);
    return units <= 160 ? 1 : Math.ceil(units / 153);
  }
  return body.length <= 70 ? 1 : Math.ceil(body.length / 67);
}
