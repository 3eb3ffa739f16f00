import type { FastifyReply } from 'fastify';

const known: Record<number, { status: number; message: string }> = {
  20003: { status: 401, message: 'Authenticate' },
  20005: { status: 403, message: 'Account not active' },
  20404: { status: 404, message: 'The requested resource was not found' },
  20429: { status: 429, message: 'Too Many Requests' },
  20500: { status: 500, message: 'Internal Server Error' },
  14107: { status: 429, message: 'Message rate limit exceeded' },
  21211: { status: 400, message: "Invalid 'To' Phone Number" },
  21266: { status: 400, message: "'To' and 'From' number cannot be the same" },
  21408: { status: 400, message: 'Permission to send an SMS has not been enabled for the region indicated by the To number' },
  21601: { status: 400, message: "Phone number is not a valid SMS-capable inbound phone number: 'From'" },
  21602: { status: 400, message: 'Message body is required.' },
  21603: { status: 400, message: "A 'From' phone number is required." },
  21604: { status: 400, message: "A 'To' phone number is required." },
  21606: { status: 400, message: "The 'From' number is not a valid message-capable Twilio number for this destination" },
  21610: { status: 400, message: 'Attempt to send to unsubscribed recipient' },
  21612: { status: 400, message: "Message cannot be sent with the current combination of 'To' and/or 'From' parameters" },
  21614: { status: 400, message: "'To' number is not a valid mobile number" },
  21617: { status: 400, message: 'The concatenated message body exceeds the 1600 character limit' },
  21620: { status: 400, message: 'Invalid media URL(s)' },
  30001: { status: 400, message: 'Queue overflow' },
  30003: { status: 400, message: 'Unreachable destination handset' },
  30004: { status: 400, message: 'Message blocked' },
  30005: { status: 400, message: 'Unknown destination handset' },
  30006: { status: 400, message: 'Landline or unreachable carrier' },
  30007: { status: 400, message: 'Carrier violation: message filtered' },
  30008: { status: 400, message: 'Unknown error' },
  30034: { status: 400, message: 'Message from an unregistered number' },
  30409: { status: 409, message: 'The message cannot be changed in its current status' },
  63016: { status: 400, message: 'Failed to send freeform message because you are outside the allowed window' },
};

/** Thrown below a Twilio route; becomes Twilio's error body. */
export class TwilioFailure extends Error {
  readonly code: number;
  constructor(code: number, message = messageOf(code)) {
    super(message);
    this.code = code;
  }
}

export const messageOf = (code: number) => known[code]?.message ?? 'An error chosen by a knob of the sandbox';

/** Codes from 30001 come from carriers: in a status, never in the response to a send. */
export const comesLater = (code: number) => code >= 30001 && code < 31000;

export function sendTwilioFailure(reply: FastifyReply, { code, message }: TwilioFailure): FastifyReply {
  const status = known[code]?.status ?? 400;
  return reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}
