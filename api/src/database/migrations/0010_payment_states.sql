ALTER TABLE "payments" DROP CONSTRAINT "payments_state_check";--> statement-breakpoint
UPDATE "payments" SET "state" = 'ended' WHERE "state" IN ('failed', 'cancelled', 'abandoned', 'expired');--> statement-breakpoint
-- A page was told to wait for these: their buyers are written to if nothing comes of them.
UPDATE "payments" SET "state" = 'processing' WHERE "state" = 'open' AND "awaited_at" IS NOT NULL;--> statement-breakpoint
DROP INDEX "payments_unsettled";--> statement-breakpoint
DROP INDEX "payments_to_check";--> statement-breakpoint
CREATE INDEX "payments_to_check" ON "payments" USING btree ("provider","next_check_at") WHERE "payments"."state" in ('open', 'processing', 'declined', 'duplicate', 'ended');--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "capture_asked_at";--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "capture_tried_at";--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "awaited_at";--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "captured_by_page_only";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_state_check" CHECK ("payments"."state" in ('open', 'processing', 'declined', 'succeeded', 'duplicate', 'refunded', 'charged_back', 'ended'));