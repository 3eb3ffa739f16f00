import { Patchbay } from '@patchbay/sdk';

/** Uploads a file, reads it back, and stops waiting after a minute, whatever happens. */
const patchbay = new Patchbay({ token: process.env.PATCHBAY_TOKEN ?? '', baseUrl: process.env.PATCHBAY_URL ?? '' });
const signal = AbortSignal.timeout(60_000);

const file = await patchbay.files.upload({ content: 'The offer, in words.', name: 'offer.txt' }, { signal });
const response = await patchbay.files.download(file.id, {}, { signal });
console.log(`name=${file.name} text=${await response.text()}`);
