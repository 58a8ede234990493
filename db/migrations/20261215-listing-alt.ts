import { Migration } from '@mikro-orm/migrations';

/** Alternative text of a listing's picture, used if the gallery has none. */
export class ListingAlt extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE apps.listing_media ADD COLUMN alt text;');
  }
}
