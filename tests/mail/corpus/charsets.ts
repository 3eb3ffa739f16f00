import { type MailCase, mail } from './mail-case.ts';

/** Texts in the charsets that mails are written in. The bytes were made by another implementation (Python's codecs). */
const rows: { charset: string; language: string; text: string; base64: string }[] = [
  { charset: 'iso-8859-1', language: 'de', text: 'Grüße aus Köln, ça va été', base64: 'R3L832UgYXVzIEv2bG4sIOdhIHZhIOl06Q==' },
  { charset: 'iso-8859-2', language: 'cs', text: 'Příliš žluťoučký kůň', base64: 'UPjtbGm5IL5sdbtvdehr/SBr+fI=' },
  { charset: 'iso-8859-5', language: 'ru', text: 'Привет из Москвы', base64: 'v+DY0tXiINjXILze4drS6w==' },
  { charset: 'iso-8859-7', language: 'el', text: 'Καλημέρα από την Αθήνα', base64: 'yuHr5+zd8eEg4fD8IPTn7SDB6N7t4Q==' },
  { charset: 'iso-8859-8', language: 'he', text: 'שלום מתל אביב', base64: '+ezl7SDu+uwg4OHp4Q==' },
  { charset: 'iso-8859-9', language: 'tr', text: 'Teşekkürler, ıssız ışık', base64: 'VGX+ZWtr/HJsZXIsIP1zc/16IP3+/Ws=' },
  { charset: 'iso-8859-13', language: 'lt', text: 'Ačiū už žinutę', base64: 'Qehp+yB1/iD+aW51dOY=' },
  { charset: 'iso-8859-15', language: 'fr', text: 'Prix : 25 €, cœur', base64: 'UHJpeCA6IDI1IKQsIGO9dXI=' },
  { charset: 'windows-1250', language: 'pl', text: 'Dziękuję, żółć „cytat”', base64: 'RHpp6mt1auosIL/zs+YghGN5dGF0lA==' },
  { charset: 'windows-1251', language: 'ru', text: 'Спасибо — “цитата” №5', base64: '0e/g8ejh7iCXIJP26PLg8uCUILk1' },
  { charset: 'windows-1252', language: 'en', text: 'Smart “quotes” – 25 € …', base64: 'U21hcnQgk3F1b3Rlc5QgliAyNSCAIIU=' },
  { charset: 'windows-1253', language: 'el', text: 'Ευχαριστώ – 25 €', base64: 'xfX34fHp8/T+IJYgMjUggA==' },
  { charset: 'windows-1254', language: 'tr', text: 'İstanbul’dan selamlar', base64: '3XN0YW5idWySZGFuIHNlbGFtbGFy' },
  { charset: 'windows-1255', language: 'he', text: 'תודה רבה “ציטוט”', base64: '+uXj5CD44eQgk/bp6OXolA==' },
  { charset: 'windows-1256', language: 'ar', text: 'شكرا جزيلا، وصل الطلب', base64: '1N/RxyDM0u3hx6Eg5tXhIMfh2OHI' },
  { charset: 'windows-1257', language: 'lv', text: 'Ačiū, Rīga – Tallinn', base64: 'Qehp+ywgUu5nYSCWIFRhbGxpbm4=' },
  { charset: 'windows-1258', language: 'vi', text: 'Cám on ban', base64: 'Q+FtIG9uIGJhbg==' },
  { charset: 'koi8-r', language: 'ru', text: 'Съешь ещё этих мягких булок', base64: '89/F29ggxd2jINzUycggzdHHy8nIIMLVzM/L' },
  { charset: 'koi8-u', language: 'uk', text: 'Дякую, їжак і ґудзик', base64: '5NHL1cAsIKfWwcsgpiCt1cTaycs=' },
  { charset: 'gb18030', language: 'zh', text: '谢谢，𠀀已经收到€', base64: '0LvQu6OslTKCNtLRvq3K1bW9ouM=' },
  { charset: 'gbk', language: 'zh', text: '订单已经收到，谢谢', base64: 'tqm1pdLRvq3K1bW9o6zQu9C7' },
  { charset: 'gb2312', language: 'zh', text: '谢谢你的来信', base64: '0LvQu8TjtcTAtNDF' },
  { charset: 'big5', language: 'zh', text: '謝謝，已經收到訂單', base64: 'wcLBwqFBpHe4Z6asqOytcbPm' },
  {
    charset: 'shift_jis',
    language: 'ja',
    text: 'ありがとうございます。届きました。',
    base64: 'gqCC6IKqgsaCpIKygrSCooLcgreBQpPNgquC3IK1gr2BQg==',
  },
  { charset: 'euc-jp', language: 'ja', text: '注文番号１８１５について', base64: 'w+3KuMjWueajsaO4o7GjtaTLpMSkpKTG' },
  {
    charset: 'iso-2022-jp',
    language: 'ja',
    text: 'お世話になっております。注文の件です。',
    base64: 'GyRCJCpAJE9DJEskSiRDJEYkKiRqJF4kOSEjQ21KOCRON28kRyQ5ISMbKEI=',
  },
  { charset: 'euc-kr', language: 'ko', text: '감사합니다. 도착했습니다.', base64: 'sKi758fVtM+02S4gtbXC+MffvcC0z7TZLg==' },
  { charset: 'tis-620', language: 'th', text: 'ขอบคุณ ได้รับแล้ว', base64: 'os26pNizIOS06cPRuuHF6cc=' },
  { charset: 'utf-16le', language: 'en', text: 'Hello UTF‑16 ✓', base64: 'SABlAGwAbABvACAAVQBUAEYAESAxADYAIAATJw==' },
  { charset: 'macintosh', language: 'de', text: 'Grüße vom Mac – ça va', base64: 'R3Kfp2Ugdm9tIE1hYyDQII1hIHZh' },
  { charset: 'ibm866', language: 'ru', text: 'Привет из DOS', base64: 'j+CooqXiIKinIERPUw==' },
];

/** The body as raw bytes, base64 or quoted-printable in turn; the subject as an encoded word of the same charset. */
export const charsets: MailCase[] = rows.map(({ charset, language, text, base64 }, i) => {
  const bytes = Buffer.from(base64, 'base64');
  const isWide = charset === 'utf-16le';
  const [encoding, body] =
    isWide || i % 3 === 0
      ? ['base64', Buffer.from(base64.replace(/.{76}/g, '$&\r\n'))]
      : i % 3 === 1
        ? ['8bit', bytes]
        : ['quoted-printable', Buffer.from(quoted(bytes, '\r\n'))];
  const subject = i % 2 ? `=?${charset}?B?${base64}?=` : `=?${charset.toUpperCase()}?Q?${quoted(bytes, '')}?=`;
  const headers = { 'Content-Type': `text/plain; charset=${charset}`, 'Content-Transfer-Encoding': String(encoding) };
  return {
    name: `charset ${charset}`,
    language,
    raw: mail({ ...headers, ...(!isWide && { Subject: subject }) }, body as Buffer),
    expected: { kind: 'message', text, ...(!isWide && { subject: text }) },
  };
});

/** Every byte encoded: right in a body and in an encoded word. */
function quoted(bytes: Buffer, lineBreak: string): string {
  return (
    [...bytes]
      .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join('')
      .match(/.{1,72}/g) ?? []
  ).join(lineBreak && `=${lineBreak}`);
}
