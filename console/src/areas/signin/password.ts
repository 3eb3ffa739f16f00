/** The API accepts passwords of 12 to 200 characters. */
export const SHORTEST_PASSWORD = 12;
