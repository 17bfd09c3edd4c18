//! Drinks, measured in millilitres unless they are sold dry.

super::table! {
    "Orange Juice" Drink Chilled Carton(Citrus) 1000/150 ml [0.1 0.0 10.1 8.9 0.2 0.7 0.0] Vegan "Brazil"
        "Orange Juice from Concentrate" micro vitamin_c "32", potassium "170", folate "21";
    "Pressed Apple Juice" Drink Ambient Bottle(Apple) 750/150 ml [0.1 0.0 11.1 10.7 0.1 0.1 0.01] Vegan "United Kingdom"
        "Pressed Apple Juice, Antioxidant: Ascorbic Acid" micro vitamin_c "30";
    "Cola" Drink Ambient Can(Glass) 330/330 ml [0.0 0.0 10.6 10.6 0.0 0.0 0.0] Vegan "United Kingdom"
        "Carbonated Water, Sugar, Colour: E150d, Acid: Phosphoric Acid, Natural Flavourings including Caffeine";
    "Diet Lemonade" Drink Ambient Bottle(Citrus) 2000/250 ml [0.0 0.0 0.3 0.2 0.0 0.0 0.02] Vegan "United Kingdom"
        "Carbonated Water, Lemon Juice from Concentrate (2%), Citric Acid, Acidity Regulator: Sodium Citrate, Sweeteners: Aspartame, Acesulfame K; Preservative: Potassium Sorbate. Contains a source of phenylalanine";
    "Orange Squash No Added Sugar" Drink Ambient Bottle(Citrus) 1500/50 ml [0.1 0.0 1.2 0.9 0.1 0.2 0.13] Vegan "United Kingdom"
        "Water, Orange Juice from Concentrate (20%), Citric Acid, Sweeteners: Sucralose, Acesulfame K; Preservatives: Potassium Sorbate, Sodium *Metabisulphite*; Natural Colour: Carotenes"
        made "Diluted with four parts of water" 0.2 250;
    "Still Spring Water" Drink Ambient Bottle(Drop) 500/250 ml [0.0 0.0 0.0 0.0 0.0 0.0 0.0] Vegan "United Kingdom"
        "Spring Water" micro calcium "5.5", magnesium "1.9";
    "Oat Drink" Drink Ambient Carton(Wheat) 1000/200 ml [1.5 0.2 6.7 3.4 0.8 1.1 0.1] Vegan "Sweden"
        "Water, *Oats* (10%), Rapeseed Oil, Calcium Carbonate, Salt, Vitamins (D2, Riboflavin, B12)" micro calcium "120", vitamin_d "1.1", riboflavin_b2 "0.21", vitamin_b12 "0.38";
    "Soya Drink" Drink Ambient Carton(Pea) 1000/200 ml [1.8 0.3 2.5 2.5 0.5 3.3 0.09] Vegan "Belgium"
        "Water, Hulled *Soya* Beans (8%), Sugar, Calcium Phosphate, Sea Salt, Flavouring, Stabiliser: Gellan Gum, Vitamins (Riboflavin, B12, D2)" may "almond_nuts" micro calcium "120", vitamin_b12 "0.38";
    "Chocolate Milkshake" Drink Chilled Bottle(Glass) 400/200 ml [1.7 1.1 10.9 10.4 0.4 3.5 0.15] Vegetarian "United Kingdom"
        "Semi-Skimmed *Milk* (91%), Sugar, Fat Reduced Cocoa Powder (1.2%), Stabilisers: Carrageenan, Guar Gum; Flavouring" micro calcium "121";
    "Instant Coffee Granules" Drink Ambient Jar(Cup) 750/2 g [0.5 0.2 36.0 3.0 22.0 16.3 0.2] Vegan "Germany"
        "Instant Coffee"
        made "Made up with 200 ml of hot water to 1.8 g of coffee" 0.009 200;
    "Everyday Tea Bags" Drink Ambient Box(Cup) 1280/2 g [0.0 0.0 0.3 0.0 0.0 0.1 0.0] Vegan "Kenya"
        "Black Tea"
        made "Brewed with 200 ml of boiling water, without milk" 0.01 200;
    "Drinking Chocolate Powder" Drink Ambient Tub(Cup) 2000/18 g [5.1 3.0 75.9 72.0 6.8 5.4 0.6] Vegetarian "United Kingdom"
        "Sugar, Fat Reduced Cocoa Powder (25%), Whey Powder (*Milk*), Salt, Flavouring" may "soybeans hazelnut_nuts"
        made "Made up with 200 ml of semi-skimmed milk to 18 g of powder" 0.083 218;
    "Pale Ale" Alcohol Ambient Can(Glass) 440/440 ml [0.0 0.0 3.2 0.3 0.0 0.4 0.02] Vegan "United Kingdom"
        "Water, Malted *Barley*, *Wheat*, Hops, Yeast" alcohol "4.3";
    "Gluten Free Lager" Alcohol Ambient Bottle(Glass) 330/330 ml [0.0 0.0 2.9 0.1 0.0 0.4 0.01] Vegan "Spain"
        "Water, Malted *Barley*, Maize, Hops, Yeast" alcohol "4.6";
    "Dry White Wine" Alcohol Ambient Bottle(Glass) 750/125 ml [0.0 0.0 0.6 0.6 0.0 0.1 0.0] Vegetarian "France"
        "Grapes, Preservative: *Sulphites*, Fining Agents: Casein (*Milk*), *Egg* Albumen" alcohol "12.5";
    "Medium Cider" Alcohol Ambient Bottle(Apple) 500/500 ml [0.0 0.0 4.5 3.9 0.0 0.0 0.02] Vegan "United Kingdom"
        "Fermented Apple Juice, Water, Sugar, Malic Acid, Preservative: *Sulphites*" alcohol "4.5";
}
