import { useLingui } from '@lingui/react/macro';
import { CircleSlash, Users } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Avatar, Button, Field, Input, useNow } from '../../../kit/index.ts';
import { useStoredChat } from '../../../live/chats/use-chats.ts';
import { useLabels, useTeams, useUsers } from '../queries/directory.ts';
import type { Target } from './change.ts';
import styles from './PickList.module.css';
import { type Pick, PickList } from './PickList.tsx';
import { laterTime, type SnoozeTime, snoozeTimes } from './snooze-times.ts';
import { useChange } from './use-change.ts';

type Props = { target: Target; onDone: () => void };

const onlyId = (target: Target): string => ('ids' in target && target.ids.length === 1 ? (target.ids[0] ?? '') : '');

/** Assigns to a person or a team, or removes both. */
export function AssignPicker({ target, onDone }: Props) {
  const { t } = useLingui();
  const { me } = useSession();
  const [users, teams, change] = [useUsers(), useTeams(), useChange()];
  const chat = useStoredChat(onlyId(target));
  const others = users.filter(({ id }) => id !== me.user.id);
  const person = ({ id, name }: { id: string; name: string }, label = name): Pick => ({
    value: `user:${id}`,
    label,
    icon: <Avatar id={id} name={name} size={20} />,
    isChosen: chat?.assignedUserId === id,
  });
  const picks: Pick[] = [
    person(me.user, t`You`),
    { value: 'none', label: t`Nobody`, icon: <CircleSlash size={16} aria-hidden /> },
    ...others.map((user) => ({ ...person(user), hint: user.availability === 'away' ? t`away` : undefined })),
    ...teams.map(({ id, name }) => ({
      value: `team:${id}`,
      label: name,
      icon: <Users size={16} aria-hidden />,
      hint: t`Team`,
      isChosen: chat?.assignedTeamId === id,
    })),
  ];
  const onPick = (value: string) => {
    const [kind, id] = value.split(':');
    if (kind === 'none') void change(target, { action: 'assign', userId: null, teamId: null });
    else void change(target, { action: 'assign', ...(kind === 'user' ? { userId: id } : { teamId: id }) });
    onDone();
  };
  return <PickList name={t`Assign to`} picks={picks} onPick={onPick} />;
}

/** Adds a label, or removes one that the contact of a single chat has. */
export function LabelPicker({ target, onDone }: Props) {
  const { t } = useLingui();
  const [labels, change] = [useLabels(), useChange()];
  const chat = useStoredChat(onlyId(target));
  const has = (id: string) => chat?.contact.labels.some((label) => label.id === id) ?? false;
  const picks = labels.map(({ id, name, color }) => ({
    value: id,
    label: name,
    icon: <span className={styles.dot} style={{ background: color }} aria-hidden />,
    isChosen: has(id),
  }));
  const onPick = (id: string) => {
    void change(target, { action: has(id) ? 'unlabel' : 'label', labelIds: [id] });
    onDone();
  };
  return (
    <PickList name={t`Label`} picks={picks} onPick={onPick} empty={t`No label of this name. Labels are made in the settings.`} />
  );
}

/** Snoozes until one of the usual times, or another. */
export function SnoozePicker({ target, onDone }: Props) {
  const { t, i18n } = useLingui();
  const [now, change] = [useNow(), useChange()];
  const [custom, setCustom] = useState('');
  const names: Record<SnoozeTime['id'], string> = {
    hour: t`In an hour`,
    three_hours: t`In three hours`,
    tomorrow: t`Tomorrow morning`,
    monday: t`Monday morning`,
    week: t`In a week`,
  };
  const picks = snoozeTimes(now).map(({ id, at }) => ({
    value: at.toISOString(),
    label: names[id],
    hint: laterTime(at, now, i18n.locale),
  }));
  const snooze = (snoozedUntil: string) => {
    void change(target, { action: 'snooze', snoozedUntil });
    onDone();
  };
  return (
    <>
      <PickList name={t`Snooze until`} picks={picks} onPick={snooze} />
      <div className={styles.custom}>
        <Field label={t`Another time`}>
          <Input type="datetime-local" value={custom} onChange={(event) => setCustom(event.target.value)} />
        </Field>
        <Button size="small" disabled={!custom || new Date(custom) <= now} onClick={() => snooze(new Date(custom).toISOString())}>
          {t`Snooze`}
        </Button>
      </div>
    </>
  );
}
