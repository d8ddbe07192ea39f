/** Pictures in a message, as the Messages API takes them. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
/** Each, before base64. */
export const mostPictureBytes = 5_000_000;
/** In one message. */
export const mostPictures = 20;
