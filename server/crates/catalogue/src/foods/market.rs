//! Vegetables, fruit, snacks, sweets and desserts.

super::table! {
    "Garden Peas" Vegetable Frozen Bag(Pea) 2500/80 g [0.9 0.2 9.0 5.9 5.5 5.3 0.01] Vegan "United Kingdom"
        "Peas" micro vitamin_c "16", folate "78";
    "Thick Cut Chips" Vegetable Frozen Bag(Chips) 2500/165 g [3.9 0.4 23.5 0.5 2.4 2.4 0.1] Vegan "Belgium"
        "Potatoes (95%), Sunflower Oil" may "wheat milk";
    "Battered Onion Rings" Vegetable Frozen Bag(Chips) 1000/100 g [11.4 1.2 30.5 4.3 2.3 4.1 0.8] Vegan "United Kingdom"
        "Onion (46%), *Wheat* Flour, Rapeseed Oil, Water, Maize Flour, Salt, Yeast, Raising Agents: E450, E500" may "milk eggs";
    "Mashed Potato Flakes" Vegetable Ambient Box(Bowl) 2000/35 g [0.8 0.2 75.0 2.8 7.0 8.0 0.2] Vegan "Germany"
        "Dried Potato (99%), Emulsifier: E471, Antioxidant: Sodium *Metabisulphite*, Turmeric" may "milk"
        made "Made up with 5 litres of boiling water to 1 kg of flakes" 0.167 180;
    "Sliced Carrots" Vegetable Frozen Bag(Carrot) 2500/80 g [0.3 0.1 6.0 5.4 2.6 0.6 0.06] Vegan "United Kingdom"
        "Carrots" micro vitamin_a "1350";
    "Baby Leaf Salad" Vegetable Chilled Bag(Leaf) 500/80 g [0.5 0.1 1.6 1.4 1.8 1.9 0.12] Vegan "United Kingdom"
        "Spinach, Red Chard, Lettuce, Rocket" may "celery_celeriac mustard" micro vitamin_k "230", folate "120";
    "Celeriac Remoulade" Vegetable Chilled Tub(Leaf) 1000/60 g [24.3 2.0 4.9 3.4 2.6 1.2 0.85] Vegetarian "France"
        "*Celeriac* (58%), Rapeseed Oil, Water, Pasteurised *Egg* Yolk, *Mustard* (Water, *Mustard* Seeds, Spirit Vinegar, Salt, Preservative: *Sulphites*), Sugar, Lemon Juice, Salt";
    "Marinated Tofu Pieces" Vegetable Chilled Tray(Leaf) 160/80 g [13.8 2.0 2.7 0.7 2.8 19.4 1.3] Vegan "United Kingdom"
        "*Tofu* (94%) (Water, *Soya* Beans, Firming Agent: Calcium Sulphate), Sunflower Oil, *Soya* Sauce (*Soya* Beans, *Wheat*, Salt), *Sesame* Oil" may "peanuts";
    "Pickled Beetroot" Vegetable Ambient Jar(Carrot) 2250/50 g [0.1 0.0 6.8 6.1 1.6 1.1 0.7] Vegan "Netherlands"
        "Beetroot (66%), Water, Spirit Vinegar, Sugar, Salt";
    "Bramley Apple Slices" Fruit Ambient Can(Apple) 2600/100 g [0.1 0.0 5.4 5.1 1.4 0.2 0.01] Vegan "United Kingdom"
        "Bramley Apples (88%), Water, Antioxidant: Ascorbic Acid";
    "Mandarin Segments in Juice" Fruit Ambient Can(Citrus) 2650/100 g [0.1 0.0 8.5 8.3 0.6 0.6 0.01] Vegan "Spain"
        "Mandarin Segments, Mandarin Juice from Concentrate, Acidity Regulator: Citric Acid" micro vitamin_c "20";
    "Mixed Summer Berries" Fruit Frozen Bag(Berry) 1000/80 g [0.4 0.1 6.2 6.0 4.2 1.0 0.01] Vegan "Poland"
        "Blackberries, Blackcurrants, Redcurrants, Raspberries in varying proportions" micro vitamin_c "46";
    "Fresh Fruit Salad" Fruit Chilled Tub(Apple) 1000/120 g [0.2 0.0 11.6 11.2 1.4 0.6 0.01] Vegan "United Kingdom"
        "Pineapple, Melon, Grapes, Apple, Orange, Kiwi Fruit, Antioxidant: Ascorbic Acid" micro vitamin_c "31";
    "Ready Salted Crisps" Snack Ambient Bag(Chips) 32/32 g [31.2 2.6 52.0 0.5 4.6 6.3 1.3] Vegan "United Kingdom"
        "Potatoes, Sunflower Oil, Rapeseed Oil, Salt" may "milk wheat soybeans mustard";
    "Cheese and Onion Crisps" Snack Ambient Bag(Chips) 32/32 g [30.4 2.7 51.8 2.6 4.4 6.6 1.4] Vegetarian "United Kingdom"
        "Potatoes, Sunflower Oil, Cheese and Onion Seasoning (Dried *Milk* Whey, Onion Powder, Sugar, Salt, Cheese Powder (*Milk*), Flavouring, Yeast Powder)" may "wheat barley soybeans mustard";
    "Prawn Cocktail Crackers" Snack Ambient Bag(Prawn) 60/30 g [29.8 2.5 61.4 7.7 1.0 2.9 2.1] Omnivore "Netherlands"
        "Tapioca Starch, Sunflower Oil, *Prawn* (Crustacean) (6%), Sugar, Salt, Flavour Enhancer: E621, Onion Powder" may "fish molluscs milk";
    "Salted Mixed Nuts" Snack Ambient Tub(Nut) 1000/30 g [52.6 7.5 14.7 5.2 7.3 21.0 0.9] Vegan "United Kingdom"
        "*Peanuts* (50%), *Cashew Nuts* (18%), *Almonds* (14%), *Brazil Nuts* (9%), *Macadamia Nuts* (5%), Sunflower Oil, Salt" may "sesame_seeds walnut_nuts pistachio_nuts";
    "Pistachio Kernels" Snack Ambient Bag(Nut) 500/30 g [45.9 5.6 17.5 7.7 10.3 20.2 0.02] Vegan "Iran"
        "*Pistachio Nuts*" may "peanuts almond_nuts";
    "Walnut Halves" Snack Ambient Bag(Nut) 1000/30 g [68.5 5.6 3.3 2.6 5.3 14.7 0.02] Vegan "France"
        "*Walnut* Halves" may "pecan_nuts hazelnut_nuts";
    "Milk Chocolate Bar" Confectionery Ambient Box(Chocolate) 1200/25 g [30.0 18.0 57.0 56.0 2.1 7.3 0.24] Vegetarian "United Kingdom"
        "*Milk*, Sugar, Cocoa Butter, Cocoa Mass, Palm Oil, Shea Oil, Emulsifiers: *Soya* Lecithins, E476; Flavourings" may "tree_nuts wheat";
    "Dark Chocolate Buttons" Confectionery Ambient Bag(Chocolate) 2500/25 g [36.0 21.6 46.4 42.2 9.1 6.4 0.02] Vegan "Belgium"
        "Cocoa Mass, Sugar, Cocoa Butter, Emulsifier: *Soya* Lecithins, Natural Vanilla Flavouring" may "milk hazelnut_nuts almond_nuts";
    "Fruit Jelly Sweets" Confectionery Ambient Bag(Berry) 3000/25 g [0.2 0.1 78.0 58.0 0.2 4.9 0.1] Omnivore "Germany"
        "Glucose Syrup (*Wheat*), Sugar, Water, Pork Gelatine, Citric Acid, Fruit and Plant Concentrates, Flavourings, Palm Oil, Glazing Agent: Beeswax" may "milk";
    "Peanut Brittle" Confectionery Ambient Box(Nut) 500/30 g [21.5 4.9 60.0 50.0 3.3 12.3 0.5] Vegetarian "United Kingdom"
        "*Peanuts* (42%), Sugar, Glucose Syrup, Butter (*Milk*), Salt, Raising Agent: Sodium Bicarbonate" may "tree_nuts sesame_seeds";
    "Sticky Toffee Pudding" Dessert Frozen Tray(Cake) 1400/115 g [14.1 7.3 50.9 36.7 1.1 3.5 0.62] Vegetarian "United Kingdom"
        "Toffee Sauce (30%) (Sugar, Water, Butter (*Milk*), Double Cream (*Milk*), Cornflour), Sugar, *Wheat* Flour, Dates (12%), Pasteurised *Egg*, Rapeseed Oil, Black Treacle, Raising Agents: E450, E500" may "tree_nuts soybeans";
    "Vanilla Ice Cream" Dessert Frozen Tub(Ice) 4000/60 ml [5.1 3.3 12.4 10.9 0.1 1.7 0.07] Vegetarian "United Kingdom"
        "Reconstituted Skimmed *Milk*, Sugar, Whipping Cream (*Milk*) (9%), Glucose Syrup, Whey Solids (*Milk*), Emulsifier: E471, Stabilisers: E410, E412; Vanilla Extract, Colour: Annatto" may "eggs peanuts tree_nuts wheat";
    "Lemon Sorbet" Dessert Frozen Tub(Citrus) 2400/60 ml [0.0 0.0 20.6 19.2 0.3 0.1 0.02] Vegan "Italy"
        "Water, Sugar, Lemon Juice (22%), Glucose Syrup, Dextrose, Stabilisers: E410, E412; Lemon Oil" may "milk tree_nuts";
    "New York Style Cheesecake" Dessert Frozen Box(Cake) 1680/120 g [23.0 13.4 31.5 22.7 0.6 5.3 0.61] Vegetarian "United Kingdom"
        "Full Fat Soft Cheese (*Milk*) (43%), Digestive Biscuit (*Wheat* Flour, Sugar, Palm Oil, *Barley* Malt Flour), Sugar, Pasteurised *Egg*, Soured Cream (*Milk*), Butter (*Milk*), Cornflour, Vanilla Extract" may "tree_nuts peanuts soybeans";
    "Pecan Pie" Dessert Frozen Box(Cake) 1300/108 g [20.3 6.4 53.5 33.8 1.4 4.7 0.4] Vegetarian "United States"
        "Sugar Syrup, *Wheat* Flour, *Pecan Nuts* (14%), Pasteurised *Egg*, Palm Oil, Butter (*Milk*), Brown Sugar, Cornflour, Salt" may "walnut_nuts almond_nuts soybeans";
    "Custard Powder" Dessert Ambient Tub(Bowl) 3000/15 g [0.6 0.2 87.0 0.1 0.6 0.5 0.65] Vegan "United Kingdom"
        "Cornflour, Salt, Colour: Annatto, Flavouring" may "milk"
        made "Made up with 1 pint of semi-skimmed milk and 30 g of sugar to 40 g of powder" 0.062 120;
    "Tiramisu" Dessert Chilled Tray(Cake) 1000/90 g [15.2 9.8 29.8 21.0 0.5 4.6 0.15] Vegetarian "Italy"
        "Mascarpone Cheese (*Milk*) (24%), Sugar, Whipping Cream (*Milk*), Coffee Infusion, Pasteurised *Egg*, *Wheat* Flour, Marsala Wine (*Sulphites*) (3%), Glucose Syrup, Cocoa Powder" may "almond_nuts soybeans";
}
