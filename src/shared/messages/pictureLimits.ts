/** Pictures as the Messages API takes them. One that it refuses stays in the conversation, and with it no answer comes any more. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** Each: in base64, in which it goes, that is not quite the 5 MB of the API. */
export const mostPictureBytes = 3_900_000;
/** Pixels of a side. */
export const longestPictureSide = 8000;
/** In one message. */
export const mostPictures = 20;
