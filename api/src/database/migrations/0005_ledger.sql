CREATE TABLE "provider_entries" (
	"provider" text NOT NULL,
	"entry_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"fee_pence" integer NOT NULL,
	"currency" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"charge_id" text,
	"about_id" text,
	"reference" text,
	"payment_id" bigint,
	CONSTRAINT "provider_entries_pkey" PRIMARY KEY("provider","entry_id")
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"provider" text NOT NULL,
	"day" date NOT NULL,
	"charges_pence" integer NOT NULL,
	"refunds_pence" integer NOT NULL,
	"disputes_pence" integer NOT NULL,
	"fees_pence" integer NOT NULL,
	"payouts_pence" integer NOT NULL,
	"other_pence" integer NOT NULL,
	"difference_pence" integer NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statements_pkey" PRIMARY KEY("provider","day")
);
--> statement-breakpoint
CREATE INDEX "provider_entries_at" ON "provider_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "provider_entries_charge" ON "provider_entries" USING btree ("provider","charge_id");