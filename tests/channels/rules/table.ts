import type { Replacements } from '../../chaos/mutant.ts';
import type { Kind } from '../knobs/stage.ts';
import * as instagram from './instagram.ts';
import type { PlayRule } from './play.ts';
import * as sms from './sms.ts';
import * as templates from './templates.ts';
import * as whatsapp from './whatsapp.ts';

/** What a provider's documentation says, a scenario in which the sandbox enforces it, and a bug that must make the scenario fail. */
export type Rule = { rule: string; kind: Kind; play: PlayRule; bug: Replacements };

export const rules: Rule[] = [
  {
    rule: 'WhatsApp: a call opens the window',
    kind: 'whatsapp',
    play: whatsapp.callOpensWindow,
    bug: [[/\['calls', ofCalls\],/, '']],
  },
  {
    rule: 'WhatsApp: a number that is also used in the app takes 20 messages a second',
    kind: 'whatsapp',
    play: whatsapp.coexistencePace,
    bug: [[/coexistence \? COEXISTENCE_RATE : undefined/, 'undefined']],
  },
  {
    rule: 'WhatsApp: statuses carry a price',
    kind: 'whatsapp',
    play: whatsapp.priceKept,
    bug: [[/\.\.\.\(update\.pricing && \{ pricing: update\.pricing \}\),/, '']],
  },
  {
    rule: 'WhatsApp: the answer to an advertisement names its picture or film',
    kind: 'whatsapp',
    play: whatsapp.referralKept,
    bug: [[/imageUrl: referral\.image_url,/, '']],
  },
  {
    rule: 'WhatsApp: a user id changes, and the chat continues (user_id_update)',
    kind: 'whatsapp',
    play: whatsapp.userIdChanges,
    bug: [[/\['user_id_update', \(value\)/, "['no_such_field', (value)"]],
  },
  {
    rule: 'WhatsApp: Direct Send takes a plain utility text outside the window, with its category',
    kind: 'whatsapp',
    play: whatsapp.directSend,
    bug: [[/\.\.\.\(message\.isDirectSend && \{ category: 'utility' \}\),/, '']],
  },
  {
    rule: 'Graph: version 22 ends, the newest is 26 (WhatsApp)',
    kind: 'whatsapp',
    play: whatsapp.versionIsTaken,
    bug: [[/'https:\/\/graph\.facebook\.com', 'v26\.0'/, "'https://graph.facebook.com', 'v22.0'"]],
  },
  {
    rule: 'Graph: version 22 ends, the newest is 26 (Instagram)',
    kind: 'instagram',
    play: whatsapp.versionIsTaken,
    bug: [[/'https:\/\/graph\.instagram\.com', 'v26\.0'/, "'https://graph.instagram.com', 'v22.0'"]],
  },
  {
    rule: 'Graph: who sends too fast waits and repeats',
    kind: 'whatsapp',
    play: whatsapp.tooFastIsRepeated,
    bug: [[/\[130429, tooFast\]/, "[130429, { key: 'rate_limited', next: 'fail' }]"]],
  },
  {
    rule: 'Templates: an approved one can be changed, and is a draft until it is approved again',
    kind: 'whatsapp',
    play: templates.approvedIsChanged,
    bug: [
      [
        /disabled: 'is disabled by the provider; make another one',\n\};/,
        "disabled: 'is disabled',\n  approved: 'is approved',\n};",
      ],
    ],
  },
  {
    rule: 'Templates: an approved one is changed once a day, and the refusal is shown',
    kind: 'whatsapp',
    play: templates.changedOnceADay,
    bug: [[/return recorded\(template, \{ kind: 'rejected', reason: error\.message \}\);/, 'return {};']],
  },
  {
    rule: 'Templates: Meta may change the category (template_category_update)',
    kind: 'whatsapp',
    play: templates.categoryChanges,
    bug: [[/\['template_category_update', ofCategory\],/, '']],
  },
  {
    rule: 'Templates: Meta rates the quality (message_template_quality_update)',
    kind: 'whatsapp',
    play: templates.qualityIsRated,
    bug: [[/\['message_template_quality_update', ofQuality\],/, '']],
  },
  {
    rule: 'Templates: the text of an authentication template is written by Meta',
    kind: 'whatsapp',
    play: templates.codesAreMetas,
    bug: [
      [
        /draft\.category === 'authentication' \? toCodeComponents\(draft\) : toComponents\(draft, headerHandle\)/,
        'toComponents(draft, headerHandle)',
      ],
    ],
  },
  {
    rule: 'Templates: the code of an authentication template is said twice, in the body and in its button',
    kind: 'whatsapp',
    play: templates.codesAreMetas,
    bug: [[/isCode\(category, channelType\)\s*\? copyButton/, 'false ? copyButton']],
  },
  {
    rule: 'Templates: a header that is a file is submitted with an uploaded sample',
    kind: 'whatsapp',
    play: templates.sampleIsUploaded,
    bug: [[/\.\.\.\(handle && \{ example: \{ header_handle: \[handle\] \} \}\)/, '']],
  },
  {
    rule: 'Instagram: a text has at most 1,000 bytes',
    kind: 'instagram',
    play: instagram.bytesAreCounted,
    bug: [[/unit: 'bytes',/, "unit: 'characters',"]],
  },
  {
    rule: 'Instagram: the name comes from the profile of the person who wrote',
    kind: 'instagram',
    play: instagram.nameIsAsked,
    bug: [[/namesOnRequest: true,/, '']],
  },
  {
    rule: 'Instagram: seven days after an advertisement',
    kind: 'instagram',
    play: instagram.adWindow,
    bug: [[/const AD_WINDOW_HOURS = 168;/, 'const AD_WINDOW_HOURS = 24;']],
  },
  {
    rule: 'Twilio: callbacks are repeated only where the address asks for it with rc and rp',
    kind: 'sms',
    play: sms.callbacksAreRepeated,
    bug: [[/const REPEAT = '#rc=3&rp=all';/, "const REPEAT = '#rc=3';"]],
  },
];
