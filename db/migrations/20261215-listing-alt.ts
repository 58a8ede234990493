import { Migration } from '@mikro-orm/migrations';

/** The text of a listing's picture for those who cannot see it, used if the gallery gives none. */
export class ListingAlt extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE apps.listing_media ADD COLUMN alt text;');
  }
}
