ALTER TABLE "cases" RENAME COLUMN "closed_because" TO "closed_reason";--> statement-breakpoint
ALTER TABLE "order_events" RENAME COLUMN "because" TO "reason";