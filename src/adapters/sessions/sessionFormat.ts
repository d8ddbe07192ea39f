/** What the writing and the reading of session files share: it stands alone, since a session begins without what reads one. */
export const formatVersion = 1;
