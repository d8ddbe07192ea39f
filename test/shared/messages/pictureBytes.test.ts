import { strict as assert } from 'node:assert';
import { isTooWide, pictureSize, pictureTypeIn, pictureTypeOf } from '../../../src/shared/messages/pictureBytes';
import { mostPictureBytes } from '../../../src/shared/messages/pictureLimits';
import { pictures } from '../../fixtures/pictures';

describe('a picture', () => {
  for (const [name, made] of Object.entries(pictures))
    it(`as ${name} tells its type and its size`, () => {
      const bytes = made(8001, 300);
      assert.equal(pictureTypeOf(bytes), `image/${/^(lossy|lossless|extended)$/.test(name) ? 'webp' : name}`);
      assert.deepEqual(pictureSize(bytes), [8001, 300]);
      assert.deepEqual([bytes, made(300, 8001), made(8000, 8000)].map(isTooWide), [true, true, false]);
      // What ends early tells nothing, and is no error.
      for (let length = 0; length < bytes.length; length++) isTooWide(bytes.subarray(0, length));
    });

  it('is of the type that its bytes have, whatever its file is called; what holds text is none', () => {
    const typeIn = (bytes: string | Buffer) => pictureTypeIn(Buffer.from(bytes as string, 'latin1'), 'image/png');
    assert.equal(typeIn(pictures.jpeg(1, 1)), 'image/jpeg');
    assert.equal(typeIn('version https://git-lfs.github.com/spec/v1\noid sha256:1\n'), undefined);
    assert.equal(typeIn(''), undefined);
    // Of what nobody knows its name is what there is.
    assert.equal(typeIn('\x01\x02'), 'image/png');
    assert.equal(typeIn('\xff\xff'), 'image/png');
  });

  it('has no more bytes than the API takes of one in base64', () => {
    assert.ok(Buffer.alloc(mostPictureBytes).toString('base64').length <= 5 * 1024 ** 2);
  });
});
