import { useLingui } from '@lingui/react/macro';
import { fullTime } from '../../../kit/index.ts';
import { type AttributeType, printed } from './attribute-input.ts';

/** The value of an attribute by its type. Only http addresses become links: the value is untrusted. */
export function AttributeValue({ type, value }: { type: AttributeType; value: unknown }) {
  const { t, i18n } = useLingui();
  if (typeof value === 'boolean') return value ? t`yes` : t`no`;
  if (typeof value === 'number') return <span dir="ltr">{i18n.number(value)}</span>;
  if (Array.isArray(value)) return <bdi>{value.join(', ')}</bdi>;
  const text = printed(value ?? '');
  const time = Date.parse(text);
  if (type === 'date' && !Number.isNaN(time)) return i18n.date(new Date(time), { dateStyle: 'medium', timeZone: 'UTC' });
  if (type === 'datetime' && !Number.isNaN(time)) return fullTime(new Date(time), i18n.locale);
  if (type === 'url' && /^https?:\/\//i.test(text))
    return (
      <a href={text} target="_blank" rel="noreferrer" dir="ltr">
        {text}
      </a>
    );
  return <bdi>{text}</bdi>;
}
