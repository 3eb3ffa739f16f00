import styles from './Avatar.module.css';
import { ChannelIcon } from './ChannelIcon.tsx';
import { cx } from './cx.ts';
import { initials, tintOf } from './initials.ts';

type Props = {
  /** Chooses the tint. */
  id: string;
  name: string;
  size?: 20 | 24 | 28 | 36 | 56;
  /** Shows the mark of a channel at the corner. */
  channel?: string | undefined;
  online?: boolean;
};

/** A person as initials. The name has to be beside it, or in the label of what contains it. */
export function Avatar({ id, name, size = 36, channel, online = false }: Props) {
  const tint = tintOf(id);
  return (
    <span
      className={cx(styles.avatar, tint > 1 && styles[`p${tint}`], size !== 36 && styles[`s${size}`], online && styles.online)}
    >
      <span aria-hidden>{initials(name)}</span>
      {channel && <ChannelIcon type={channel} size={18} />}
    </span>
  );
}
