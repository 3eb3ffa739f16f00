import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  AlarmClock,
  CalendarClock,
  Clock,
  GitBranch,
  Globe,
  LayoutTemplate,
  type LucideIcon,
  MessageCircleQuestionMark,
  Moon,
  Send,
  SlidersHorizontal,
  Square,
  Star,
  Tag,
  UserCheck,
  Workflow,
  Zap,
} from 'lucide-react';
import { useMemo } from 'react';

type Kind = { name: MessageDescriptor; icon: LucideIcon };

/** How types of steps are called. A type that is not here is shown by its name in the API. */
const stepKinds: Record<string, Kind> = {
  send_message: { name: msg`Send message`, icon: Send },
  send_template: { name: msg`Send template`, icon: LayoutTemplate },
  ask: { name: msg`Ask`, icon: MessageCircleQuestionMark },
  branch: { name: msg`Branch`, icon: GitBranch },
  wait: { name: msg`Wait`, icon: Clock },
  wait_until: { name: msg`Wait until`, icon: CalendarClock },
  business_hours: { name: msg`Business hours`, icon: AlarmClock },
  assign: { name: msg`Assign`, icon: UserCheck },
  add_label: { name: msg`Add label`, icon: Tag },
  remove_label: { name: msg`Remove label`, icon: Tag },
  set_attribute: { name: msg`Set attribute`, icon: SlidersHorizontal },
  set_chat_status: { name: msg`Set chat status`, icon: Moon },
  http_request: { name: msg`HTTP request`, icon: Globe },
  run_automation: { name: msg`Run automation`, icon: Workflow },
  set_rating: { name: msg`Set rating`, icon: Star },
  end: { name: msg`End`, icon: Square },
};

export const iconOf = (type: string): LucideIcon => stepKinds[type]?.icon ?? Zap;

const triggers: Record<string, MessageDescriptor> = {
  api: msg`Started by the API`,
  campaign: msg`Started by a campaign`,
  manual: msg`Run in a chat by a person`,
  chat_opened: msg`Chat opened`,
  chat_reopened: msg`Chat reopened`,
  chat_closed: msg`Chat closed`,
  chat_assigned: msg`Chat assigned`,
  sla_breached: msg`SLA breached`,
  message_received: msg`Message received`,
  label_added: msg`Label added`,
  attribute_changed: msg`Attribute changed`,
};

const fields: Record<string, MessageDescriptor> = {
  text: msg`Text`,
  buttons: msg`Buttons`,
  title: msg`Title`,
  id: msg`Id`,
  next: msg`Next step`,
  otherwise: msg`Otherwise`,
  onUndeliverable: msg`If it cannot be sent`,
  onReply: msg`After a reply`,
  onTimeout: msg`Without a reply`,
  onOpen: msg`While open`,
  onClosed: msg`While closed`,
  onError: msg`On error`,
  onInvalid: msg`Without a rating`,
  saveAs: msg`Keep as variable`,
  timeoutSeconds: msg`Wait for a reply, seconds`,
  seconds: msg`Seconds`,
  snoozeSeconds: msg`Snooze, seconds`,
  offsetSeconds: msg`Seconds after it (negative: before)`,
  time: msg`Time`,
  cases: msg`Cases`,
  if: msg`Condition`,
  conditions: msg`Only if`,
  attributes: msg`Attributes`,
  templateId: msg`Template`,
  variables: msg`Variables`,
  timeZone: msg`Time zone`,
  days: msg`Hours of the week`,
  businessHoursId: msg`Stored business hours`,
  from: msg`From`,
  until: msg`Until`,
  monday: msg`Monday`,
  tuesday: msg`Tuesday`,
  wednesday: msg`Wednesday`,
  thursday: msg`Thursday`,
  friday: msg`Friday`,
  saturday: msg`Saturday`,
  sunday: msg`Sunday`,
  userId: msg`Person`,
  teamId: msg`Team`,
  labelId: msg`Label`,
  channelId: msg`Channel`,
  externalId: msg`Attribute`,
  value: msg`Value`,
  status: msg`Status`,
  method: msg`Method`,
  url: msg`Address`,
  headers: msg`Headers`,
  body: msg`Body`,
  automationId: msg`Automation`,
  rating: msg`Rating`,
  comment: msg`Comment`,
  target: msg`Promise`,
};

/** Names of exits beside their lines. */
const exits: Record<string, MessageDescriptor> = {
  next: msg`next`,
  otherwise: msg`otherwise`,
  onUndeliverable: msg`not sent`,
  onReply: msg`reply`,
  onTimeout: msg`no reply`,
  onOpen: msg`open`,
  onClosed: msg`closed`,
  onError: msg`error`,
  onInvalid: msg`no rating`,
};

const values: Record<string, MessageDescriptor> = {
  open: msg`Open`,
  closed: msg`Closed`,
  snoozed: msg`Snoozed`,
  first_reply: msg`First reply`,
  next_reply: msg`Next reply`,
  resolution: msg`Resolution`,
};

const outcomes: Record<string, MessageDescriptor> = {
  sent: msg`sent`,
  undeliverable: msg`not sent`,
  asked: msg`asked`,
  replied: msg`replied`,
  timed_out: msg`no reply`,
  waiting: msg`waits`,
  woke: msg`went on`,
  passed: msg`passed`,
  chosen: msg`chosen`,
  open: msg`open`,
  closed: msg`closed`,
  done: msg`done`,
  requested: msg`requested`,
  answered: msg`answered`,
  unanswered: msg`no answer`,
  ended: msg`ended`,
  failed: msg`failed`,
  not_started: msg`not started`,
};

const runStates: Record<string, MessageDescriptor> = {
  running: msg`Running`,
  waiting: msg`Waiting`,
  completed: msg`Completed`,
  failed: msg`Failed`,
  cancelled: msg`Cancelled`,
};

/** Returns functions that name what the API names by keys, in the language of the page. They stay the same until the language changes. */
export function useWords() {
  const { i18n, t } = useLingui();
  return useMemo(() => {
    const from = (table: Record<string, MessageDescriptor>) => (key: string) => (table[key] ? i18n._(table[key]) : key);
    return {
      stepKind: (type: string) => (stepKinds[type] ? i18n._(stepKinds[type].name) : type),
      trigger: from(triggers),
      field: from(fields),
      value: from(values),
      outcome: from(outcomes),
      runState: from(runStates),
      exit: (path: string): string => {
        const number = Number(/^cases\.(\d+)\./.exec(path)?.[1]) + 1;
        return Number.isNaN(number) ? from(exits)(path) : t`case ${number}`;
      },
    };
  }, [i18n, t]);
}
