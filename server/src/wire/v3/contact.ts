import { z } from 'zod';
import type {
  Contact as DomainContact,
  ContactDuplicate as DomainDuplicate,
  Handle as DomainHandle,
} from '../../domain/contacts/index.ts';
import { isPhoneNumber } from '../../platform/phone-number.ts';
import { handleTypes } from '../../registry/channels.ts';
import { attributeType, chatStatus, freeObject, id, idInput, isoTime, time } from './shapes.ts';

export const handleType = z.enum(handleTypes);

export const Handle = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    type: handleType,
    isPrimary: z.boolean(),
    value: z.string(),
    extra: z.record(z.string(), z.unknown()),
    hasChats: z.boolean(),
  })
  .meta({ id: 'Handle' });

const ContactLabel = z.strictObject({ id, name: z.string(), color: z.string() });
const ContactAttribute = z.strictObject({
  id,
  externalId: z.string(),
  name: z.string(),
  type: attributeType,
  value: z.unknown(),
});
const ContactChat = z.strictObject({ id, channelId: id, status: chatStatus, updatedAt: time });

export const Contact = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    fullName: z.string().nullable(),
    displayName: z.string().nullable(),
    isSubscribed: z.boolean(),
    handles: z.array(Handle),
    labels: z.array(ContactLabel),
    attributes: z.array(ContactAttribute),
    phoneNumber: z.string().nullable(),
    email: z.string().nullable(),
    chats: z.array(ContactChat),
    metadata: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Contact' });

export const toHandle = (handle: DomainHandle): z.infer<typeof Handle> => ({
  id: handle.id,
  createdAt: isoTime(handle.createdAt),
  updatedAt: isoTime(handle.updatedAt),
  type: handle.type,
  isPrimary: handle.isPrimary,
  value: handle.value,
  extra: handle.extra as Record<string, unknown>,
  hasChats: handle.hasChats,
});

export const toContact = (contact: DomainContact): z.infer<typeof Contact> => ({
  id: contact.id,
  createdAt: isoTime(contact.createdAt),
  updatedAt: isoTime(contact.updatedAt),
  firstName: contact.firstName,
  lastName: contact.lastName,
  fullName: contact.fullName,
  displayName: contact.displayName,
  isSubscribed: contact.isSubscribed,
  handles: contact.handles.map(toHandle),
  labels: contact.labels,
  attributes: contact.attributes,
  phoneNumber: contact.phoneNumber,
  email: contact.email,
  chats: contact.chats.map((chat) => ({ ...chat, updatedAt: isoTime(chat.updatedAt) })),
  metadata: contact.metadata as Record<string, unknown>,
});

const name = z.string().trim().max(256).nullable();
const phoneWords = 'A phone number with its country code, such as +4915112345678';
const phoneNumber = z
  .string()
  .regex(/^\+?[0-9 ().-]{5,24}$/, phoneWords)
  .superRefine((input, issues) => {
    if (!isPhoneNumber(input)) issues.addIssue({ code: 'invalid_format', format: 'regex', message: phoneWords, input });
  });
const email = z.email('Must be an email address, such as ada@example.com').max(254);

/** A value of the attribute's type; null removes it. Required. */
const attributeValue = z.unknown().refine((value) => value !== undefined, 'This parameter is required');

const fields = {
  firstName: name.optional(),
  lastName: name.optional(),
  displayName: name.optional(),
  isSubscribed: z.boolean().optional(),
  phoneNumber: phoneNumber.optional(),
  email: email.optional(),
  attributes: z
    .array(z.strictObject({ id: idInput, value: attributeValue }))
    .max(200)
    .optional(),
  metadata: freeObject.optional(),
};

/** The value of a handle must match its type, so that a channel can use it. */
const HandleInput = z
  .strictObject({
    type: handleType,
    value: z.string().trim().min(1).max(254),
    isPrimary: z.boolean().optional(),
    extra: freeObject.optional(),
  })
  .superRefine((handle, issues) => {
    const rule = { phone_number: phoneNumber, email }[handle.type as string];
    const wrong = rule?.safeParse(handle.value).error?.issues[0];
    if (wrong) issues.addIssue({ ...wrong, path: ['value'], input: handle.value } as z.core.$ZodRawIssue);
  });

const LabelRefs = z.array(z.strictObject({ id: z.uuid() })).max(100);

export const ContactCreate = z.strictObject({
  ...fields,
  handles: z.array(HandleInput).max(50).optional(),
  labels: LabelRefs.optional(),
});
/** Two contacts with the same phone number in two spellings. They can be merged. */
export const ContactDuplicate = z
  .strictObject({ id, contactId: id, phoneNumber: z.string(), otherContactId: id, otherPhoneNumber: z.string() })
  .meta({ id: 'ContactDuplicate' });

export const toContactDuplicate = (one: DomainDuplicate): z.infer<typeof ContactDuplicate> => ({
  id: one.id,
  contactId: one.contactId,
  phoneNumber: one.phoneNumber,
  otherContactId: one.otherContactId,
  otherPhoneNumber: one.otherPhoneNumber,
});

export const ContactUpdate = z.strictObject(fields);
export const ContactHandleAdd = HandleInput;
export const ContactLabelsAdd = z.strictObject({ labels: LabelRefs });
