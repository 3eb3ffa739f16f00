/** So many wrong codes in a row are free: people mistype. */
export const FREE_TRIES = 5;
const FIRST_WAIT_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 3_600;

/**
 * Returns how long an account waits after so many wrong codes in a row. At an hour per try, an attacker who knows the password
 * finds a six-digit code, of which three are valid at a time, with a probability of 0.007 % per day.
 */
export const waitAfter = (failures: number): number =>
  failures < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(20, failures - FREE_TRIES));
