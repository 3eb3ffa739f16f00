import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { CalendarClock } from 'lucide-react';
import cells from '../cells.module.css';
import type { PageProps } from '../pages.ts';
import { defineResource } from '../resource/define-resource.ts';
import { ResourcePage } from '../resource/ResourcePage.tsx';
import { HolidaysField } from './HolidaysField.tsx';
import { HoursField } from './HoursField.tsx';
import { type Days, groupsOf, usualWeek } from './hours.ts';
import { TimeZoneField } from './TimeZoneField.tsx';
import { weekdayName } from './weekday-name.ts';

export type HoursValues = { name: string; timeZone: string; days: Days; holidays: types.BusinessHours['holidays'] };

const businessHours = defineResource<types.BusinessHours, HoursValues>({
  key: 'business-hours',
  scope: 'teams.write',
  title: msg`Business hours`,
  text: msg`When you are there. Reply times (SLA) count only these hours, and automations can ask whether it is open.`,
  icon: CalendarClock,
  add: msg`Add business hours`,
  empty: msg`No business hours yet`,
  isWide: true,
  api: ({ businessHours }) => ({
    list: () => businessHours.each({ sortBy: 'asc(name)' }),
    create: (values) => businessHours.create(values),
    update: (id, values) => businessHours.update(id, values),
    remove: (id) => businessHours.delete(id),
  }),
  nameOf: ({ name }) => name,
  columns: [
    {
      key: 'name',
      head: msg`Name`,
      isName: true,
      Cell: ({ item }) => (
        <span className={cells.two}>
          <bdi>{item.name}</bdi>
          <small>
            <Summary days={item.days} />
          </small>
        </span>
      ),
    },
    {
      key: 'timeZone',
      head: msg`Time zone`,
      Cell: ({ item }) => <span className={cells.muted}>{item.timeZone.replaceAll('_', ' ')}</span>,
    },
  ],
  fields: [
    { name: 'name', label: msg`Name`, kind: 'text', maxLength: 100, placeholder: 'Support' },
    { name: 'timeZone', label: msg`Time zone`, kind: 'custom', Render: TimeZoneField },
    { name: 'days', label: msg`Week`, kind: 'custom', Render: HoursField },
    { name: 'holidays', label: msg`Closed days`, kind: 'custom', Render: HolidaysField },
  ],
  toValues: (hours) => ({
    name: hours?.name ?? '',
    timeZone: hours?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    days: hours?.days ?? usualWeek(),
    holidays: hours?.holidays ?? [],
  }),
  deletion: {
    verb: msg`Delete business hours`,
    text: msg`Automations that ask for these hours stop working. Hours that an SLA policy uses cannot be deleted: change the policy first.`,
  },
});

/** For example "Mon–Fri 09:00–17:00". */
function Summary({ days }: { days: Days }) {
  const { i18n } = useLingui();
  const parts = groupsOf(days).map(({ from, to, intervals }) => {
    const names = [...new Set([from, to])].map((day) => weekdayName(day, i18n.locale, 'short')).join('–');
    return `${names} ${intervals.map((interval) => `${interval.from}–${interval.until}`).join(', ')}`;
  });
  return parts.join(' · ');
}

export default function BusinessHoursPage({ item }: PageProps) {
  return <ResourcePage resource={businessHours} item={item} />;
}
