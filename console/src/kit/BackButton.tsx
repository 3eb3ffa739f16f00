import { ArrowLeft } from 'lucide-react';
import styles from './BackButton.module.css';
import { IconButton } from './IconButton.tsx';

/** Leads back to the list of pages; shown where the list is not, below 768 px. */
export const BackButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <IconButton className={styles.back} label={label} icon={<ArrowLeft size={16} aria-hidden />} onClick={onClick} />
);
