/**
 * What mail programs put above the mail that is answered, as Gmail, Apple Mail, Thunderbird and Outlook write it in each language.
 * Not made from the table in quote-languages.ts: it is what that table is tested against. In `attributions` a line break is a
 * fold; `block` is Outlook's header; `mark` the line between dashes.
 */
export type QuoteSample = { reply: string; attributions: string[]; block: string[]; mark?: string };

const A = 'Ada Lovelace <ada@example.com>';

export const quoteSamples: Record<string, QuoteSample> = {
  ar: {
    reply: 'شكرا، وصل الطلب.',
    attributions: [
      `في الثلاثاء، 3 نوفمبر 2026 في 10:00 ص تمت كتابة ما يلي بواسطة ${A}:`,
      `في ٣ نوفمبر ٢٠٢٦، الساعة ١٠:٠٠ ص، كتب ${A}:`,
    ],
    block: [`من: ${A}`, 'تم الإرسال: 3 نوفمبر 2026', 'إلى: Shop', 'الموضوع: طلب'],
    mark: '-----الرسالة الأصلية-----',
  },
  bg: {
    reply: 'Благодаря, получих го.',
    attributions: [`На вт, 3.11.2026 г. в 10:00 ${A} написа:`, `На 3.11.2026 г. в 10:00 ч., Ада написа:`],
    block: [`От: ${A}`, 'Изпратено: вторник, 3 ноември 2026 г. 10:00', 'До: Shop', 'Относно: Поръчка'],
    mark: '-----Оригинално съобщение-----',
  },
  ca: {
    reply: 'Gràcies, ja ha arribat.',
    attributions: [`Missatge de ${A} del dia dt., 3 de nov. 2026 a les 10:00:`, `El 3 nov 2026, a les 10:00, ${A} va escriure:`],
    block: [`De: ${A}`, 'Enviat: dimarts, 3 de novembre de 2026', 'Per a: Shop', 'Assumpte: Comanda'],
    mark: '-----Missatge original-----',
  },
  cs: {
    reply: 'Děkuji, už to přišlo.',
    attributions: [`út 3. 11. 2026 v 10:00 odesílatel ${A} napsal:`, 'Dne 03. 11. 26 v 10:00 Ada Lovelace napsal(a):'],
    block: [`Od: ${A}`, 'Odesláno: úterý 3. listopadu 2026 10:00', 'Komu: Shop', 'Předmět: Objednávka'],
    mark: '-----Původní zpráva-----',
  },
  da: {
    reply: 'Tak, den er kommet.',
    attributions: [`Den tirs. 3. nov. 2026 kl. 10.00 skrev ${A}:`, 'Den 03.11.2026 kl. 10.00 skrev Ada:'],
    block: [`Fra: ${A}`, 'Sendt: 3. november 2026 10:00', 'Til: Shop', 'Emne: Ordre'],
    mark: '-----Oprindelig meddelelse-----',
  },
  de: {
    reply: 'Danke, ist angekommen.',
    attributions: [
      `Am Di., 3. Nov. 2026 um 10:00 Uhr schrieb ${A}:`,
      'Am 03.11.26 um 10:00 schrieb Ada:',
      'Ada Lovelace <ada@example.com> schrieb am Di., 3.\nNov. 2026 um 10:00 Uhr:',
      'Ada Lovelace <ada@example.com> schrieb:',
    ],
    block: [`Von: ${A}`, 'Gesendet: Dienstag, 3. November 2026 10:00', 'An: Shop', 'Betreff: Bestellung'],
    mark: '-----Ursprüngliche Nachricht-----',
  },
  el: {
    reply: 'Ευχαριστώ, το έλαβα.',
    attributions: [`Στις Τρί 3 Νοε 2026 στις 10:00 π.μ., ο χρήστης ${A} έγραψε:`, 'Στις 3/11/2026 10:00 π.μ., η Ada έγραψε:'],
    block: [`Από: ${A}`, 'Στάλθηκε: Τρίτη, 3 Νοεμβρίου 2026 10:00', 'Προς: Shop', 'Θέμα: Παραγγελία'],
    mark: '-----Αρχικό μήνυμα-----',
  },
  en: {
    reply: 'Thanks, it arrived.',
    attributions: [
      `On Tue, Nov 3, 2026 at 10:00 AM ${A} wrote:`,
      'On 03/11/2026 10:00, Ada Lovelace wrote:',
      'On Tue, Nov 3, 2026 at 10:00 AM Ada Lovelace via Some List <\nada@example.com> wrote:',
      'At 6/16/2026 08:32 PM, you wrote:',
      `---- On Tue, 03 Nov 2026 10:00:00 +0530 ${A} wrote ----`,
      `2026-11-03 10:00 GMT+01:00 ${A}:`,
      '2026-11-03 10:00 GMT+02:00 Ada of the very long name <\nada@example.com>:',
    ],
    block: [`From: ${A}`, 'Sent: Tuesday, November 3, 2026 10:00 AM', 'To: Shop', 'Subject: Order'],
    mark: '-----Original Message-----',
  },
  es: {
    reply: 'Gracias, ya llegó.',
    attributions: [
      'El mar, 3 nov 2026 a las 10:00, Ada Lovelace (<ada@example.com>) escribió:',
      'El mar, 3 nov 2026 a las 10:00,\nAda Lovelace (<ada@example.com>) escribió:',
      'El martes, 3 de noviembre de 2026, Ada escribió:',
    ],
    block: [`De: ${A}`, 'Enviado el: martes, 3 de noviembre de 2026 10:00', 'Para: Shop', 'Asunto: Pedido'],
    mark: '-----Mensaje original-----',
  },
  et: {
    reply: 'Aitäh, see jõudis kohale.',
    attributions: [
      `Kuupäev T, 3. november 2026 kell 10:00 kirjutas ${A}:`,
      `${A} kirjutas kuupäeval T, 3. november 2026 kell 10:00:`,
    ],
    block: [`Saatja: ${A}`, 'Saadetud: teisipäev, 3. november 2026 10:00', 'Adressaat: Shop', 'Teema: Tellimus'],
    mark: '-----Algne sõnum-----',
  },
  fa: {
    reply: 'ممنون، رسید.',
    attributions: [`در تاریخ سه‌شنبه ۳ نوامبر ۲۰۲۶ ساعت ۱۰:۰۰ ${A} نوشت:`],
    block: [`از: ${A}`, 'ارسال شده: ۳ نوامبر ۲۰۲۶', 'به: Shop', 'موضوع: سفارش'],
    mark: '-----پیام اصلی-----',
  },
  fi: {
    reply: 'Kiitos, se saapui.',
    attributions: ['ti 3. marrask. 2026 klo 10.00 Ada Lovelace (ada@example.com) kirjoitti:'],
    block: [`Lähettäjä: ${A}`, 'Lähetetty: tiistai 3. marraskuuta 2026 10.00', 'Vastaanottaja: Shop', 'Aihe: Tilaus'],
    mark: '-----Alkuperäinen viesti-----',
  },
  fr: {
    reply: 'Merci, c’est arrivé.',
    attributions: [
      `Le mar. 3 nov. 2026 à 10:00, ${A} a écrit :`,
      'Le 03/11/2026 à 10:00, Ada a écrit\u00a0:',
      'Le 3 nov. 2026 10:00, "Ada Lovelace"\n<ada@example.com>\na écrit :',
    ],
    block: [`De : ${A}`, 'Envoyé : mardi 3 novembre 2026 10:00', 'À : Shop', 'Objet : Commande'],
    mark: '-----Message d’origine-----',
  },
  he: {
    reply: 'תודה, זה הגיע.',
    attributions: [
      '\u202bבתאריך יום ג׳, 3 בנוב׳ 2026 ב-10:00 מאת \u202aAda Lovelace\u202c\u200f <\u202aada@example.com\u202c\u200f>:\u202c',
    ],
    block: [`מאת: ${A}`, 'נשלח: יום שלישי 3 נובמבר 2026', 'אל: Shop', 'נושא: הזמנה'],
    mark: '-----הודעה מקורית-----',
  },
  hi: {
    reply: 'धन्यवाद, मिल गया।',
    attributions: [`मंगल, 3 नव॰ 2026 को 10:00 am बजे को ${A} ने लिखा:`],
    block: [`प्रेषक: ${A}`, 'भेजा गया: 3 नवंबर 2026', 'प्रति: Shop', 'विषय: आदेश'],
  },
  hr: {
    reply: 'Hvala, stiglo je.',
    attributions: [`uto, 3. stu 2026. u 10:00 ${A} napisao je:`, `Dana 3. 11. 2026. u 10:00 Ada je napisala:`],
    block: [`Od: ${A}`, 'Poslano: utorak, 3. studenoga 2026. 10:00', 'Prima: Shop', 'Predmet: Narudžba'],
    mark: '-----Izvorna poruka-----',
  },
  hu: {
    reply: 'Köszönöm, megjött.',
    attributions: [`${A} ezt írta (időpont: 2026. nov. 3., K, 10:00):`, '2026. 11. 03. 10:00 keltezéssel, Ada Lovelace írta:'],
    block: [`Feladó: ${A}`, 'Elküldve: 2026. november 3., kedd 10:00', 'Címzett: Shop', 'Tárgy: Rendelés'],
    mark: '-----Eredeti üzenet-----',
  },
  id: {
    reply: 'Terima kasih, sudah sampai.',
    attributions: [`Pada Sel, 3 Nov 2026 pukul 10.00 ${A} menulis:`, `Pada tanggal 3/11/2026 10:00, Ada menulis:`],
    block: [`Dari: ${A}`, 'Dikirim: Selasa, 3 November 2026 10:00', 'Kepada: Shop', 'Subjek: Pesanan'],
    mark: '-----Pesan Asli-----',
  },
  is: {
    reply: 'Takk, það er komið.',
    attributions: [`Þann þri., 3. nóv. 2026 kl. 10:00 skrifaði ${A}:`],
    block: [`Frá: ${A}`, 'Sent: þriðjudagur, 3. nóvember 2026 10:00', 'Til: Shop', 'Efni: Pöntun'],
  },
  it: {
    reply: 'Grazie, è arrivato.',
    attributions: [
      `Il giorno mar 3 nov 2026 alle ore 10:00 ${A} ha scritto:`,
      `Il 3 novembre 2026 alle 10.16 ${A} ha scritto:`,
      'Il 03/11/2026 10:00, Ada ha scritto:',
    ],
    block: [`Da: ${A}`, 'Inviato: martedì 3 novembre 2026 10:00', 'A: Shop', 'Oggetto: Ordine'],
    mark: '-----Messaggio originale-----',
  },
  ja: {
    reply: 'ありがとうございます。届きました。',
    attributions: [
      `2026年11月3日(火) 10:00 ${A}:`,
      `2026/11/03 10:00、${A}のメール:`,
      `2026年11月3日 10:00、Ada Lovelace <ada@example.com> のメール：`,
    ],
    block: [`差出人: ${A}`, '送信日時: 2026年11月3日 10:00', '宛先: Shop', '件名: 注文'],
    mark: '-----元のメッセージ-----',
  },
  ko: {
    reply: '감사합니다. 도착했습니다.',
    attributions: [`2026년 11월 3일 (화) 오전 10:00, ${A}님이 작성:`],
    block: [`보낸 사람: ${A}`, '보낸 날짜: 2026년 11월 3일 화요일 10:00', '받는 사람: Shop', '제목: 주문'],
    mark: '-----원본 메시지-----',
  },
  lt: {
    reply: 'Ačiū, atėjo.',
    attributions: [`2026-11-03, an, 10:00 ${A} rašė:`, '2026-11-03 10:00, Ada rašė:'],
    block: [`Nuo: ${A}`, 'Išsiųsta: 2026 m. lapkričio 3 d. 10:00', 'Kam: Shop', 'Tema: Užsakymas'],
    mark: '-----Pirminis laiškas-----',
  },
  lv: {
    reply: 'Paldies, saņēmu.',
    attributions: ['otrd., 2026. g. 3. nov., plkst. 10:00 — lietotājs Ada Lovelace (<ada@example.com>) rakstīja:'],
    block: [`No: ${A}`, 'Nosūtīts: otrdiena, 2026. gada 3. novembris 10:00', 'Kam: Shop', 'Tēma: Pasūtījums'],
    mark: '-----Sākotnējā ziņa-----',
  },
  ms: {
    reply: 'Terima kasih, sudah diterima.',
    attributions: [`Pada Sel, 3 Nov 2026 pada 10:00 PG ${A} menulis:`],
    block: [`Daripada: ${A}`, 'Dihantar: Selasa, 3 November 2026 10:00', 'Kepada: Shop', 'Subjek: Pesanan'],
    mark: '-----Mesej Asal-----',
  },
  nl: {
    reply: 'Bedankt, het is aangekomen.',
    attributions: [
      `Op di 3 nov 2026 om 10:00 schreef ${A}:`,
      'Op 3 nov. 2026 om 10:00 heeft Ada <ada@example.com> het volgende geschreven:',
      'Op 16 aug. 2026 05:13 schreef "Ada" <ada@example.com> het\nvolgende geschreven:',
    ],
    block: [`Van: ${A}`, 'Verzonden: dinsdag 3 november 2026 10:00', 'Aan: Shop', 'Onderwerp: Bestelling'],
    mark: '-----Oorspronkelijk bericht-----',
  },
  no: {
    reply: 'Takk, den har kommet.',
    attributions: [
      `tir. 3. nov. 2026 kl. 10:00 skrev ${A}:`,
      'Den 15. jun. 2026 kl. 20.42 skrev Ada <ada@example.com<mailto:ada@example.com>>:',
    ],
    block: [`Fra: ${A}`, 'Sendt: tirsdag 3. november 2026 10:00', 'Til: Shop', 'Emne: Bestilling'],
    mark: '-----Opprinnelig melding-----',
  },
  pl: {
    reply: 'Dziękuję, dotarło.',
    attributions: [
      `wt., 3 lis 2026 o 10:00 ${A} napisał(a):`,
      'W dniu 3.11.2026 o 10:00, Ada pisze:',
      `Dnia 14 lip 2026 o godz. 00:25 ${A} napisał(a):`,
      '23 mar 2026 21:25 "Ada Lovelace" <ada@example.com> napisał(a):',
    ],
    block: [`Od: ${A}`, 'Wysłano: wtorek, 3 listopada 2026 10:00', 'Do: Shop', 'Temat: Zamówienie'],
    mark: '-----Wiadomość oryginalna-----',
  },
  pt: {
    reply: 'Obrigada, já chegou.',
    attributions: [
      `Em ter., 3 de nov. de 2026 às 10:00, ${A} escreveu:`,
      'Em 2 de fevereiro de 2026 10:58, Ada <\nada@example.com> escreveu:',
      `${A} escreveu no dia terça, 3/11/2026 à(s) 10:00:`,
    ],
    block: [`De: ${A}`, 'Enviada em: terça-feira, 3 de novembro de 2026 10:00', 'Para: Shop', 'Assunto: Pedido'],
    mark: '-----Mensagem original-----',
  },
  ro: {
    reply: 'Mulțumesc, a ajuns.',
    attributions: [`În mar., 3 nov. 2026 la 10:00, ${A} a scris:`, `Pe 3 nov. 2026, la 10:00, ${A} a scris:`],
    block: [`De la: ${A}`, 'Trimis: marți, 3 noiembrie 2026 10:00', 'Către: Shop', 'Subiect: Comandă'],
    mark: '-----Mesaj original-----',
  },
  ru: {
    reply: 'Спасибо, получил.',
    attributions: [
      `вт, 3 нояб. 2026 г. в 10:00, ${A}:`,
      '03.11.2026 10:00, Ada Lovelace пишет:',
      'понедельник, 6 октября 2026 г. пользователь Ada написал:',
      '20 окт. 2026 г. 19:37 пользователь "Ada Lovelace" <\nada@example.com> написал:',
    ],
    block: [`От: ${A}`, 'Отправлено: 3 ноября 2026 г. 10:00', 'Кому: Shop', 'Тема: Заказ'],
    mark: '-----Исходное сообщение-----',
  },
  sk: {
    reply: 'Ďakujem, prišlo.',
    attributions: [`ut 3. 11. 2026 o 10:00 ${A} napísal(a):`, 'Dňa 3. 11. 2026 o 10:00 Ada napísala:'],
    block: [`Od: ${A}`, 'Odoslané: utorok 3. novembra 2026 10:00', 'Komu: Shop', 'Predmet: Objednávka'],
    mark: '-----Pôvodná správa-----',
  },
  sl: {
    reply: 'Hvala, je prispelo.',
    attributions: [`V tor., 3. nov. 2026 ob 10:00 je oseba ${A} napisala:`, 'Dne 3. 11. 2026 ob 10:00 je Ada napisala:'],
    block: [`Od: ${A}`, 'Poslano: torek, 3. november 2026 10:00', 'Za: Shop', 'Zadeva: Naročilo'],
    mark: '-----Izvirno sporočilo-----',
  },
  sr: {
    reply: 'Хвала, стигло је.',
    attributions: [`уто, 3. нов 2026. у 10:00 ${A} је написао/ла:`, `uto, 3. nov 2026. u 10:00 ${A} je napisao/la:`],
    block: [`Од: ${A}`, 'Послато: уторак, 3. новембар 2026. 10:00', 'За: Shop', 'Тема: Поруџбина'],
    mark: '-----Оригинална порука-----',
  },
  sv: {
    reply: 'Tack, den har kommit.',
    attributions: [`Den tis 3 nov. 2026 kl 10:00 skrev ${A}:`, 'Den 2026-11-03 kl. 10:00, skrev Ada:'],
    block: [
      'Från: Ada Lovelace [mailto:ada@example.com]',
      'Skickat: den 3 november 2026 10:00',
      'Till: Shop',
      'Ämne: Beställning',
    ],
    mark: '-----Ursprungligt meddelande-----',
  },
  th: {
    reply: 'ขอบคุณ ได้รับแล้ว',
    attributions: [`ในวันที่ อ. 3 พ.ย. 2026 เวลา 10:00 ${A} เขียนว่า:`],
    block: [`จาก: ${A}`, 'ส่ง: 3 พฤศจิกายน 2026', 'ถึง: Shop', 'เรื่อง: คำสั่งซื้อ'],
  },
  tr: {
    reply: 'Teşekkürler, geldi.',
    attributions: [`${A}, 3 Kas 2026 Sal, 10:00 tarihinde şunu yazdı:`, `3.11.2026 10:00 tarihinde Ada Lovelace yazdı:`],
    block: [`Kimden: ${A}`, 'Gönderildi: 3 Kasım 2026 Salı 10:00', 'Kime: Shop', 'Konu: Sipariş'],
    mark: '-----Orijinal İleti-----',
  },
  uk: {
    reply: 'Дякую, отримав.',
    attributions: [`вт, 3 лист. 2026 р. о 10:00 ${A} пише:`, '30 серп. 2026 р. 20:45 "Ada" <ada@example.com> пише:'],
    block: [`Від: ${A}`, 'Надіслано: 3 листопада 2026 р. 10:00', 'Кому: Shop', 'Тема: Замовлення'],
    mark: '-----Оригінальне повідомлення-----',
  },
  vi: {
    reply: 'Cảm ơn, tôi đã nhận.',
    attributions: [`Vào Th 3, 3 thg 11, 2026 vào lúc 10:00 ${A} đã viết:`],
    block: [`Từ: ${A}`, 'Đã gửi: Thứ Ba, 3 tháng 11, 2026', 'Tới: Shop', 'Chủ đề: Đơn hàng'],
    mark: '-----Thư gốc-----',
  },
  zh: {
    reply: '谢谢，已经收到。',
    attributions: [
      `${A} 于2026年11月3日周二 10:00写道：`,
      `在 2026年11月3日，上午10:00，${A} 写道：`,
      `${A} 於 2026年11月3日 週二 上午10:00寫道：`,
    ],
    block: [`发件人: ${A}`, '发送时间: 2026年11月3日 10:00', '收件人: Shop', '主题: 订单'],
    mark: '------------------ 原始邮件 ------------------',
  },
};
